// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/gpus.h"

#include "tools/base/failure.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

namespace videohistogram::tools {

namespace {

constexpr size_t max_number = 1023;

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> entries;
  for (size_t start = 0; start <= list.size();) {
    const size_t end = std::min(list.find(',', start), list.size());
    std::string_view entry = list.substr(start, end - start);
    entry.remove_prefix(std::min(entry.find_first_not_of(' '), entry.size()));
    entry.remove_suffix(entry.size() - (entry.find_last_not_of(' ') + 1));
    entries.emplace_back(entry);
    start = end + 1;
  }
  return entries;
}

Gpu make_gpu(size_t number, std::string id) {
  return {"GPU " + std::to_string(number), std::move(id)};
}

/// The number of GPUs that have a device file: nvidia0, nvidia1 and so on.
size_t count_device_files(const std::string& folder) {
  constexpr std::string_view prefix = "nvidia";
  size_t count = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.rfind(prefix, 0) == 0 && is_number(std::string_view(name).substr(prefix.size())))
      count++;
  }
  return count;
}

/// As CUDA reads the variable: the list ends with the first entry that names no GPU.
std::vector<Gpu> list_visible(const char* visible) {
  std::vector<Gpu> gpus;
  for (const std::string& entry : split_list(visible)) {
    const bool is_uuid = entry.rfind("GPU-", 0) == 0 || entry.rfind("MIG-", 0) == 0;
    if (!is_number(entry) && !is_uuid)
      break;
    const auto is_same = [&](const Gpu& gpu) { return gpu.id == entry; };
    if (std::none_of(gpus.begin(), gpus.end(), is_same))
      gpus.push_back(make_gpu(gpus.size(), entry));
  }
  return gpus;
}

size_t parse_number(const std::string& text, const std::string& list) {
  size_t number = max_number + 1;
  if (is_number(text))
    std::from_chars(text.data(), text.data() + text.size(), number);
  if (number > max_number)
    throw misuse("--devices is all, none, or numbers of GPUs such as 0,2, not " +
                 escape_for_terminal(list));
  return number;
}

} // namespace

std::vector<Gpu> find_gpus(const char* visible, const std::string& folder) {
  const size_t files = count_device_files(folder);
  if (files == 0)
    return {};
  if (visible)
    return list_visible(visible);
  std::vector<Gpu> gpus;
  for (size_t number = 0; number < files; number++)
    gpus.push_back(make_gpu(number, std::to_string(number)));
  return gpus;
}

std::vector<Gpu> parse_gpus(const std::string& list, const char* visible,
                            const std::string& folder) {
  if (list == "all")
    return find_gpus(visible, folder);
  if (list == "none")
    return {};
  const std::vector<Gpu> shown = visible ? list_visible(visible) : std::vector<Gpu>{};
  std::vector<Gpu> gpus;
  for (const std::string& entry : split_list(list)) {
    const size_t number = parse_number(entry, list);
    if (visible && number >= shown.size())
      throw misuse("--devices names GPU " + std::to_string(number) + ", but " + gpu_variable +
                   " shows " + std::to_string(shown.size()));
    Gpu gpu = visible ? shown[number] : make_gpu(number, std::to_string(number));
    const auto is_same = [&](const Gpu& other) { return other.id == gpu.id; };
    if (std::none_of(gpus.begin(), gpus.end(), is_same))
      gpus.push_back(std::move(gpu));
  }
  return gpus;
}

} // namespace videohistogram::tools
