// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Makes calls of the CUDA runtime fail on a real GPU. CUDA loads this library into a process whose
// environment has
//   CUDA_INJECTION64_PATH=.../libvideohistogram-inject.so
//   CUDA_FAULT=NAME:NTH:CODE[:TIMES]  of the calls of NAME, such as cudaEventQuery, the NTH, from
//   1,
//                                     and the TIMES - 1 that follow return CODE; TIMES 0: all that
//                                     follow. Default: 1. Without CUDA_FAULT no call fails
//   CUDA_FAULT_LOG=FILE               at the end of the process FILE lists the names of all calls
//                                     and how often each was made
// The driver executes a call that fails here; only what the call returns is changed.
#include <cuda_runtime_api.h>
#include <cupti.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

namespace {

struct Fault {
  std::string name;
  long nth = 1, code = 0, times = 1;
};

struct State {
  Fault fault;
  std::atomic<long> seen{0}, failed{0};
  std::mutex mutex;
  std::map<std::string, long> calls; ///< with mutex held
};

// Never destroyed: other threads may call CUDA while the process exits.
State& state() {
  static State* const instance = new State;
  return *instance;
}

/// The name without the version that CUPTI appends: "cudaEventQuery_v3020" -> "cudaEventQuery".
std::string plain_name(const char* name) {
  const std::string text = name;
  const size_t version = text.rfind("_v");
  return version != std::string::npos &&
                 text.find_first_not_of("0123456789", version + 2) == std::string::npos
             ? text.substr(0, version)
             : text;
}

void CUPTIAPI end_of_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId, const void* data) {
  const auto* const call = static_cast<const CUpti_CallbackData*>(data);
  if (domain != CUPTI_CB_DOMAIN_RUNTIME_API || call->callbackSite != CUPTI_API_EXIT)
    return;
  State& s = state();
  const std::string name = plain_name(call->functionName);
  {
    std::lock_guard lock(s.mutex);
    s.calls[name]++;
  }
  if (name != s.fault.name)
    return;
  const long number = ++s.seen;
  if (number < s.fault.nth || (s.fault.times > 0 && number >= s.fault.nth + s.fault.times))
    return;
  s.failed++;
  *static_cast<cudaError_t*>(call->functionReturnValue) = static_cast<cudaError_t>(s.fault.code);
}

bool parse(const char* text, Fault& fault) {
  char name[128];
  const int read =
      std::sscanf(text, "%127[^:]:%ld:%ld:%ld", name, &fault.nth, &fault.code, &fault.times);
  if (read < 3)
    return false;
  fault.name = name;
  return true;
}

void write_log() {
  const char* const path = std::getenv("CUDA_FAULT_LOG");
  std::FILE* const file = path ? std::fopen(path, "w") : nullptr;
  if (!file)
    return;
  State& s = state();
  std::lock_guard lock(s.mutex);
  std::fprintf(file, "failed %ld\n", s.failed.load());
  for (const auto& [name, number] : s.calls)
    std::fprintf(file, "%s %ld\n", name.c_str(), number);
  std::fclose(file);
}

} // namespace

/// Called by CUDA when it starts. Returns 1 on success.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  const char* const text = std::getenv("CUDA_FAULT");
  if (text && !parse(text, state().fault)) {
    std::fprintf(stderr, "CUDA_FAULT is NAME:NTH:CODE[:TIMES], not %s\n", text);
    return 0;
  }
  CUpti_SubscriberHandle subscriber;
  if (cuptiSubscribe(&subscriber, end_of_call, nullptr) != CUPTI_SUCCESS ||
      cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API) != CUPTI_SUCCESS) {
    std::fprintf(stderr, "CUPTI does not report calls of the CUDA runtime\n");
    return 0;
  }
  std::atexit(write_log);
  return 1;
}
