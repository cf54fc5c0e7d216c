// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element's additions to downstream's answer to an ALLOCATION query.
#include "plugin/memory/pinned_pool.h"
#include "tests/fake/fake_memory.h"
#include "tests/plugin/support/element_test.h"

#include <array>
#include <functional>

using namespace videohistogram;
using namespace videohistogram::test;

namespace {

constexpr guint width = 50, height = 31, frame_bytes = width * height * 4;
constexpr guint depth = 3;

/// Downstream's answer to a query; false: none.
using Answer = std::function<bool(GstQuery*)>;

GstPadProbeReturn answer_allocation(GstPad*, GstPadProbeInfo* info, gpointer data) {
  GstQuery* query = gst_pad_probe_info_get_query(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  return (*static_cast<Answer*>(data))(query) ? GST_PAD_PROBE_HANDLED : GST_PAD_PROBE_DROP;
}

/// An entry of a query.
struct Entry {
  GstBufferPool* pool = nullptr; ///< owned by the query
  guint size = 0, min = 0, max = 0;
};

/// The answer that upstream gets from the element.
class Asked {
public:
  explicit Asked(Answer downstream, const std::string& caps = raw_caps("RGBA", width, height),
                 const std::string& properties = "max-in-flight=3", bool need_pool = true)
      : answer_(std::move(downstream)) {
    FakeConfig config;
    config.memory = memory = std::make_shared<FakeMemory>();
    set_fake(config);
    Stream stream(properties);
    gst_pad_add_probe(
        stream.harness()->sinkpad,
        static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM | GST_PAD_PROBE_TYPE_PUSH),
        answer_allocation, &answer_, nullptr);
    stream.set_caps(caps);
    GstCaps* parsed = gst_caps_from_string(caps.c_str());
    query = gst_query_new_allocation(parsed, need_pool);
    answered = gst_pad_peer_query(stream.harness()->srcpad, query);
    gst_caps_unref(parsed);
  }
  ~Asked() { gst_query_unref(query); }

  guint n_entries() const { return gst_query_get_n_allocation_pools(query); }
  Entry entry(guint i = 0) const {
    fail_unless(i < n_entries());
    Entry entry;
    gst_query_parse_nth_allocation_pool(query, i, &entry.pool, &entry.size, &entry.min, &entry.max);
    if (entry.pool)
      gst_object_unref(entry.pool);
    return entry;
  }

  std::shared_ptr<FakeMemory> memory; ///< the fake's
  GstQuery* query;
  bool answered;

private:
  Answer answer_;
};

Answer entry_without_pool(guint size, guint min, guint max) {
  return [=](GstQuery* query) {
    gst_query_add_allocation_pool(query, nullptr, size, min, max);
    return true;
  };
}

bool nothing(GstQuery*) {
  return true;
}

bool is_ours(GstBufferPool* pool) {
  return pool && GST_IS_VIDEO_HISTOGRAM_PINNED_POOL(pool);
}

void expect_entry(const Entry& entry, bool ours, guint size, guint min, guint max) {
  fail_unless_equals_int(is_ours(entry.pool), ours);
  fail_unless_equals_int(entry.size, size);
  fail_unless_equals_int(entry.min, min);
  fail_unless_equals_int(entry.max, max);
}

void expect_configured(GstBufferPool* pool, guint size, guint min, guint max, gsize align) {
  GstStructure* config = gst_buffer_pool_get_config(pool);
  GstCaps* caps = nullptr;
  guint its_size = 0, its_min = 0, its_max = 0;
  fail_unless(gst_buffer_pool_config_get_params(config, &caps, &its_size, &its_min, &its_max));
  fail_unless(its_size == size && its_min == min && its_max == max);
  GstAllocator* allocator = nullptr;
  GstAllocationParams params;
  fail_unless(gst_buffer_pool_config_get_allocator(config, &allocator, &params));
  fail_unless(allocator != nullptr && params.align == align);
  GstCaps* expected = gst_caps_from_string(raw_caps("RGBA", width, height).c_str());
  fail_unless(gst_caps_is_equal(caps, expected));
  gst_caps_unref(expected);
  gst_structure_free(config);
}

} // namespace

GST_START_TEST(the_cpu_leaves_a_query_to_downstream) {
  const Asked unanswered([](GstQuery*) { return false; });
  fail_if(unanswered.answered);
  fail_unless_equals_int(unanswered.n_entries(), 0);
  const Asked empty(nothing);
  fail_unless(empty.answered);
  fail_unless_equals_int(empty.n_entries(), 0);
  const Asked entry(entry_without_pool(frame_bytes, 2, 5));
  fail_unless_equals_int(entry.n_entries(), 1);
  expect_entry(entry.entry(), false, frame_bytes, 2, 5);
}
GST_END_TEST

GST_START_TEST(where_downstream_says_nothing_upstream_gets_our_pool) {
  for (bool answers : {false, true}) {
    const Asked asked([=](GstQuery*) { return answers; });
    fail_unless(asked.answered);
    fail_unless_equals_int(asked.n_entries(), 1);
    expect_entry(asked.entry(), true, frame_bytes, depth, 0);
    expect_configured(asked.entry().pool, frame_bytes, depth, 0, 0);
    fail_unless_equals_int(gst_query_get_n_allocation_metas(asked.query), 0);
    fail_unless_equals_int(gst_query_get_n_allocation_params(asked.query), 0);
  }
}
GST_END_TEST

GST_START_TEST(an_entry_without_a_pool_keeps_its_minimum_and_gets_ours) {
  const Asked asked(entry_without_pool(frame_bytes + 4096, 2, 9));
  expect_entry(asked.entry(), true, frame_bytes + 4096, 2 + depth, 9);
  expect_configured(asked.entry().pool, frame_bytes + 4096, 2 + depth, 9, 0);
}
GST_END_TEST

GST_START_TEST(an_entry_of_too_small_a_size_gets_buffers_that_hold_the_frame) {
  const Asked asked(entry_without_pool(0, 0, 0));
  expect_entry(asked.entry(), true, frame_bytes, depth, 0);
}
GST_END_TEST

GST_START_TEST(a_pool_of_downstream_is_kept_and_has_to_make_more) {
  GstBufferPool* theirs = gst_video_buffer_pool_new();
  {
    const Asked asked([=](GstQuery* query) {
      gst_query_add_allocation_pool(query, theirs, frame_bytes, 4, 0);
      gst_query_add_allocation_pool(query, nullptr, frame_bytes, 1, 0);
      return true;
    });
    fail_unless_equals_int(asked.n_entries(), 2);
    fail_unless(asked.entry(0).pool == theirs);
    expect_entry(asked.entry(0), false, frame_bytes, 4 + depth, 0);
    expect_entry(asked.entry(1), true, frame_bytes, 1 + depth, 0);
    fail_if(gst_buffer_pool_is_active(theirs));
  }
  ASSERT_OBJECT_REFCOUNT(theirs, "downstream's pool", 1);
  gst_object_unref(theirs);
}
GST_END_TEST

GST_START_TEST(a_minimum_never_exceeds_its_maximum) {
  for (const auto& [min, max, expected] :
       std::vector<std::array<guint, 3>>{{2, 5, 5}, {2, 4, 4}, {2, 2, 2}, {1, 1, 1}, {0, 1, 1}}) {
    const Asked asked(entry_without_pool(frame_bytes, min, max));
    expect_entry(asked.entry(), true, frame_bytes, expected, max);
  }
  const Asked huge(entry_without_pool(frame_bytes, G_MAXUINT - 1, 0));
  fail_unless_equals_int(huge.entry().min, G_MAXUINT);
}
GST_END_TEST

GST_START_TEST(one_frame_at_a_time_needs_no_buffers_of_its_own) {
  const Asked asked(entry_without_pool(frame_bytes, 2, 0), raw_caps("RGBA", width, height),
                    "max-in-flight=1");
  expect_entry(asked.entry(), true, frame_bytes, 2, 0);
}
GST_END_TEST

GST_START_TEST(a_frame_with_a_job_for_its_field_is_one_buffer) {
  const std::string caps = raw_caps("RGBA", width, height);
  const Answer answer = entry_without_pool(frame_bytes, 2, 0);
  expect_entry(Asked(answer, caps, "max-in-flight=3 fields=apart").entry(), true, frame_bytes,
               2 + depth, 0);
  expect_entry(Asked(answer, caps, "max-in-flight=1 fields=apart").entry(), true, frame_bytes, 2,
               0);
}
GST_END_TEST

GST_START_TEST(rows_are_padded_only_where_downstream_understands_it) {
  for (bool listed : {false, true}) {
    const Asked asked([=](GstQuery* query) {
      if (listed)
        gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
      return true;
    });
    fail_unless_equals_int(gst_query_get_n_allocation_metas(asked.query), listed);
    GstBufferPool* pool = asked.entry().pool;
    for (const char* option :
         {GST_BUFFER_POOL_OPTION_VIDEO_META, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT})
      fail_unless_equals_int(gst_buffer_pool_has_option(pool, option), listed);
  }
}
GST_END_TEST

GST_START_TEST(the_alignment_that_downstream_wants_is_kept) {
  const Asked asked([](GstQuery* query) {
    GstAllocationParams params = {};
    params.align = 511;
    params.padding = 16;
    gst_query_add_allocation_param(query, nullptr, &params);
    return true;
  });
  fail_unless_equals_int(gst_query_get_n_allocation_params(asked.query), 1);
  expect_configured(asked.entry().pool, frame_bytes, depth, 0, 511);
}
GST_END_TEST

GST_START_TEST(an_allocator_of_downstream_is_left_to_upstream) {
  GstAllocator* theirs = gst_allocator_find(GST_ALLOCATOR_SYSMEM);
  const Asked asked([=](GstQuery* query) {
    gst_query_add_allocation_param(query, theirs, nullptr);
    return true;
  });
  expect_entry(asked.entry(), false, frame_bytes, depth, 0);
  fail_unless(asked.entry().pool == nullptr);
  GstAllocator* named = nullptr;
  gst_query_parse_nth_allocation_param(asked.query, 0, &named, nullptr);
  fail_unless(named == theirs);
  gst_object_unref(named);
  gst_object_unref(theirs);
}
GST_END_TEST

GST_START_TEST(whoever_needs_no_pool_is_given_none) {
  const Asked asked(nothing, raw_caps("RGBA", width, height), "max-in-flight=3", false);
  fail_unless(asked.entry().pool == nullptr);
  expect_entry(asked.entry(), false, frame_bytes, depth, 0);
}
GST_END_TEST

GST_START_TEST(frames_of_a_gpu_need_more_buffers_and_no_pool_of_ours) {
  std::string caps = raw_caps("RGBA", width, height);
  caps.replace(0, strlen("video/x-raw"), "video/x-raw(memory:CUDAMemory)");
  const Asked asked(entry_without_pool(frame_bytes, 2, 0), caps);
  fail_unless(asked.entry().pool == nullptr);
  expect_entry(asked.entry(), false, frame_bytes, 2 + depth, 0);
}
GST_END_TEST

GST_START_TEST(our_pool_is_for_system_memory_alone) {
  for (const auto& [features, ours] : std::initializer_list<std::pair<const char*, bool>>{
           {"(memory:SystemMemory)", true},
           {"(memory:SystemMemory, meta:GstVideoOverlayComposition)", true},
           {"(memory:DMABuf)", false},
           {"(memory:DMABuf, meta:GstVideoOverlayComposition)", false},
           {"(memory:VAMemory)", false}}) {
    std::string caps = raw_caps("RGBA", width, height);
    caps.insert(caps.find(','), features);
    expect_entry(Asked(nothing, caps).entry(), ours, frame_bytes, depth, 0);
  }
}
GST_END_TEST

GST_START_TEST(a_query_without_caps_is_left_to_downstream) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  GstQuery* query = gst_query_new_allocation(nullptr, TRUE);
  gst_pad_peer_query(stream.harness()->srcpad, query);
  fail_unless_equals_int(gst_query_get_n_allocation_pools(query), 0);
  gst_query_unref(query);
}
GST_END_TEST

GST_START_TEST(a_backend_without_such_memory_asks_for_buffers_alone) {
  set_fake({});
  Stream stream("max-in-flight=3");
  stream.set_caps(raw_caps("RGBA", width, height));
  GstCaps* caps = gst_caps_from_string(raw_caps("RGBA", width, height).c_str());
  GstQuery* query = gst_query_new_allocation(caps, TRUE);
  fail_unless(gst_pad_peer_query(stream.harness()->srcpad, query));
  GstBufferPool* pool = nullptr;
  guint min = 0;
  gst_query_parse_nth_allocation_pool(query, 0, &pool, nullptr, &min, nullptr);
  fail_unless(pool == nullptr);
  fail_unless_equals_int(min, depth);
  gst_query_unref(query);
  gst_caps_unref(caps);
}
GST_END_TEST

GST_START_TEST(nothing_is_pinned_by_asking) {
  const Asked asked(nothing);
  fail_unless(is_ours(asked.entry().pool));
  fail_unless_equals_uint64(asked.memory->calls, 0);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_query_without_caps_is_left_to_downstream);
  if (who() == Who::cpu) {
    tcase_add_test(chain, the_cpu_leaves_a_query_to_downstream);
    return;
  }
  tcase_add_test(chain, where_downstream_says_nothing_upstream_gets_our_pool);
  tcase_add_test(chain, an_entry_without_a_pool_keeps_its_minimum_and_gets_ours);
  tcase_add_test(chain, an_entry_of_too_small_a_size_gets_buffers_that_hold_the_frame);
  tcase_add_test(chain, a_pool_of_downstream_is_kept_and_has_to_make_more);
  tcase_add_test(chain, a_minimum_never_exceeds_its_maximum);
  tcase_add_test(chain, one_frame_at_a_time_needs_no_buffers_of_its_own);
  tcase_add_test(chain, a_frame_with_a_job_for_its_field_is_one_buffer);
  tcase_add_test(chain, rows_are_padded_only_where_downstream_understands_it);
  tcase_add_test(chain, the_alignment_that_downstream_wants_is_kept);
  tcase_add_test(chain, an_allocator_of_downstream_is_left_to_upstream);
  tcase_add_test(chain, whoever_needs_no_pool_is_given_none);
  tcase_add_test(chain, frames_of_a_gpu_need_more_buffers_and_no_pool_of_ours);
  tcase_add_test(chain, our_pool_is_for_system_memory_alone);
  if (who() == Who::fake) {
    tcase_add_test(chain, a_backend_without_such_memory_asks_for_buffers_alone);
    tcase_add_test(chain, nothing_is_pinned_by_asking);
  }
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "allocation", add_tests);
}
