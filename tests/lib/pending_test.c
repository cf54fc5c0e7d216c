/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Histograms that are still being counted: which functions wait, how long, and what they return. */

#include "make_histogram.h"

#include <math.h>

#define N_WAITERS 8

GST_START_TEST(a_pending_histogram_knows_its_frame) {
  GstVideoHistogram* histogram = make_pending();

  fail_if(gst_video_histogram_is_ready(histogram));
  fail_unless_equals_int(gst_video_histogram_get_format(histogram), GST_VIDEO_FORMAT_RGB);
  fail_unless_equals_int(gst_video_histogram_get_width(histogram), 2);
  fail_unless_equals_int(gst_video_histogram_get_height(histogram), 2);
  fail_unless_equals_int(gst_video_histogram_get_bins(histogram, 0), 4);
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), 3);
  fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, 1), "G");
  fail_unless_equals_int(gst_video_histogram_find_channel(histogram, "G"), 1);
  /* Freed while it is pending. */
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_wait_of_zero_is_a_poll) {
  GstVideoHistogram* histogram = make_pending();
  GError* error = NULL;

  fail_if(gst_video_histogram_wait(histogram, 0, &error));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "poll");
  fail_if(gst_video_histogram_wait(histogram, 0, NULL));
  gst_video_histogram_producer()->complete(histogram, pending_counts);
  fail_unless(gst_video_histogram_wait(histogram, 0, &error));
  fail_unless(error == NULL);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_wait_lasts_as_long_as_it_was_asked_to) {
  static const GstClockTime timeouts[] = {1, GST_USECOND, 50 * GST_MSECOND};
  GstVideoHistogram* histogram = make_pending();
  GError* error = NULL;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS(timeouts); i++) {
    gint64 start = g_get_monotonic_time();
    gint64 elapsed;

    fail_if(gst_video_histogram_wait(histogram, timeouts[i], &error));
    elapsed = g_get_monotonic_time() - start;
    fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_TIMED_OUT, "wait");
    fail_unless(elapsed >= (gint64)(timeouts[i] / 1000), "only %" G_GINT64_FORMAT " us", elapsed);
    fail_unless(elapsed < 10 * G_USEC_PER_SEC, "%" G_GINT64_FORMAT " us", elapsed);
  }
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_completed_histogram_is_like_any_other) {
  GstVideoHistogram *histogram = make_pending(), *made = make_rgb();
  guint c, i;

  gst_video_histogram_producer()->complete(histogram, pending_counts);
  fail_unless(gst_video_histogram_is_ready(histogram));
  for (c = 0; c < 3; c++) {
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, NULL);
    const guint64* expected = gst_video_histogram_get_counts(made, c, NULL);

    for (i = 0; i < 4; i++)
      fail_unless_equals_uint64(counts[i], expected[i]);
    fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, c), 4);
  }
  gst_video_histogram_unref(histogram);
  gst_video_histogram_unref(made);
}
GST_END_TEST;

GST_START_TEST(samples_of_one_frame_may_pass_32_bits_together) {
  static const gchar* const names[] = {"GRAY", NULL};
  static const guint32 counts[] = {G_MAXUINT32, G_MAXUINT32, 2};
  GstVideoHistogram* histogram =
      new_pending_alike(GST_VIDEO_FORMAT_GRAY8, G_MAXINT, 4, NULL, names, 3);

  gst_video_histogram_producer()->complete(histogram, counts);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0),
                            G_GUINT64_CONSTANT(8589934592));
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

typedef struct {
  GstVideoHistogram* histogram;
  GstClockTime timeout;
  gboolean counted;
  GError* error;
  guint64 seen; /* a count read without any further wait */
  GThread* thread;
} Waiter;

static gpointer wait_and_read(gpointer data) {
  Waiter* waiter = data;

  waiter->counted = gst_video_histogram_wait(waiter->histogram, waiter->timeout, &waiter->error);
  if (waiter->counted)
    waiter->seen = gst_video_histogram_get_counts(waiter->histogram, 1, NULL)[0];
  gst_video_histogram_unref(waiter->histogram);
  return NULL;
}

static void start_waiters(Waiter* waiters, GstVideoHistogram* histogram) {
  guint i;

  for (i = 0; i < N_WAITERS; i++) {
    waiters[i] = (Waiter){.histogram = gst_video_histogram_ref(histogram),
                          .timeout = i % 2 == 0 ? GST_CLOCK_TIME_NONE : 60 * GST_SECOND};
    waiters[i].thread = g_thread_new("waiter", wait_and_read, &waiters[i]);
  }
}

GST_START_TEST(completing_wakes_everybody_who_waits) {
  GstVideoHistogram* histogram = make_pending();
  Waiter waiters[N_WAITERS];
  guint i;

  start_waiters(waiters, histogram);
  g_usleep(20000);
  gst_video_histogram_producer()->complete(histogram, pending_counts);
  for (i = 0; i < N_WAITERS; i++) {
    g_thread_join(waiters[i].thread);
    fail_unless(waiters[i].counted);
    fail_unless(waiters[i].error == NULL);
    fail_unless_equals_uint64(waiters[i].seen, 4);
  }
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(failing_tells_everybody_the_reason) {
  GstVideoHistogram* histogram = make_pending();
  Waiter waiters[N_WAITERS];
  guint i;

  start_waiters(waiters, histogram);
  g_usleep(20000);
  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST,
                                            "the GPU is gone");
  for (i = 0; i < N_WAITERS; i++) {
    g_thread_join(waiters[i].thread);
    fail_if(waiters[i].counted);
    fail_unless_equals_string(waiters[i].error->message, "the GPU is gone");
    fail_unless_error(&waiters[i].error, GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST, "waiter");
  }
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

GST_START_TEST(a_failed_histogram_has_no_counts_and_no_numbers) {
  GstVideoHistogram *histogram = make_pending(), *other = make_rgb();
  GError* error = NULL;
  gsize n_bins = 99;

  gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES,
                                            "no memory");
  fail_unless(gst_video_histogram_is_ready(histogram));
  fail_unless(gst_video_histogram_get_counts(histogram, 0, &n_bins) == NULL);
  fail_unless_equals_int(n_bins, 0);
  fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_min(histogram, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_max(histogram, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 0);
  fail_unless_equals_int(gst_video_histogram_get_percentile(histogram, 0, 90.0), 0);
  fail_unless(isnan(gst_video_histogram_get_mean(histogram, 0)));
  fail_unless(isnan(gst_video_histogram_get_variance(histogram, 0)));
  fail_unless(isnan(gst_video_histogram_get_entropy(histogram, 0)));
  fail_unless(isnan(gst_video_histogram_get_fraction_at_or_below(histogram, 0, 1)));
  fail_unless(isnan(gst_video_histogram_get_fraction_above(histogram, 0, 1)));
  fail_unless(gst_video_histogram_to_structure(histogram) == NULL);
  fail_unless(gst_video_histogram_add(histogram, other, &error) == NULL);
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "add");
  fail_unless(isnan(gst_video_histogram_compare(other, histogram,
                                                GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS, &error)));
  fail_unless_error(&error, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES, "compare");
  /* The description of the frame stays. */
  fail_unless_equals_int(gst_video_histogram_get_width(histogram), 2);
  gst_video_histogram_unref(histogram);
  gst_video_histogram_unref(other);
}
GST_END_TEST;

static gpointer complete_later(gpointer data) {
  g_usleep(30000);
  gst_video_histogram_producer()->complete(data, pending_counts);
  gst_video_histogram_unref(data);
  return NULL;
}

GST_START_TEST(what_needs_the_counts_waits_for_them) {
  enum { COUNTS, SAMPLES, MEAN, MEDIAN, SUM, COMPARE, STRUCTURE, N_CALLS };
  GstVideoHistogram* other = make_rgb();
  gint call;

  for (call = COUNTS; call < N_CALLS; call++) {
    GstVideoHistogram *histogram = make_pending(), *sum;
    GstStructure* structure;
    GThread* thread = g_thread_new("completer", complete_later, gst_video_histogram_ref(histogram));

    switch (call) {
    case COUNTS:
      fail_unless_equals_uint64(gst_video_histogram_get_counts(histogram, 0, NULL)[1], 2);
      break;
    case SAMPLES:
      fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 0), 4);
      break;
    case MEAN:
      fail_unless_equals_float(gst_video_histogram_get_mean(histogram, 0), 1.25);
      break;
    case MEDIAN:
      fail_unless_equals_int(gst_video_histogram_get_median(histogram, 0), 1);
      break;
    case SUM:
      sum = gst_video_histogram_add(other, histogram, NULL);
      fail_unless_equals_uint64(gst_video_histogram_get_samples(sum, 0), 8);
      gst_video_histogram_unref(sum);
      break;
    case COMPARE:
      fail_unless_equals_float(gst_video_histogram_compare(other, histogram,
                                                           GST_VIDEO_HISTOGRAM_COMPARE_EARTH_MOVERS,
                                                           NULL),
                               0.0);
      break;
    case STRUCTURE:
      structure = gst_video_histogram_to_structure(histogram);
      fail_unless(structure != NULL);
      gst_structure_free(structure);
      break;
    }
    g_thread_join(thread);
    gst_video_histogram_unref(histogram);
  }
  gst_video_histogram_unref(other);
}
GST_END_TEST;

/* The waiting thread may drop the last reference directly after the other thread has completed it.
 */
GST_START_TEST(completing_waiting_and_dropping_may_meet_in_any_order) {
  guint round;

  for (round = 0; round < 500; round++) {
    GstVideoHistogram* histogram = make_pending();
    Waiter waiter = {.histogram = gst_video_histogram_ref(histogram),
                     .timeout = GST_CLOCK_TIME_NONE};

    waiter.thread = g_thread_new("waiter", wait_and_read, &waiter);
    if (round % 2 == 0)
      g_thread_yield();
    gst_video_histogram_producer()->complete(histogram, pending_counts);
    gst_video_histogram_unref(histogram);
    g_thread_join(waiter.thread);
    fail_unless(waiter.counted);
    fail_unless_equals_uint64(waiter.seen, 4);
  }
}
GST_END_TEST;

/* Calls of a callback. */
typedef struct {
  GstVideoHistogram* histogram;
  gint called, freed; /* atomic */
  gint order, *next;
  gboolean ready, has_counts;
  GThread* thread;
} Call;

static void on_ready(GstVideoHistogram* histogram, gpointer data) {
  Call* call = data;

  fail_unless(histogram == call->histogram);
  fail_unless_equals_int(g_atomic_int_get(&call->freed), 0);
  call->ready = gst_video_histogram_is_ready(histogram);
  call->has_counts = gst_video_histogram_get_counts(histogram, 0, NULL) != NULL;
  call->thread = g_thread_self();
  call->order = call->next != NULL ? (*call->next)++ : 0;
  g_atomic_int_inc(&call->called);
}

static void on_freed(gpointer data) {
  g_atomic_int_inc(&((Call*)data)->freed);
}

GST_START_TEST(callbacks_are_called_once_in_order_when_it_is_ready) {
  gboolean complete;

  for (complete = FALSE; complete <= TRUE; complete++) {
    GstVideoHistogram* histogram = make_pending();
    gint next = 0, i;
    Call calls[4];

    for (i = 0; i < 3; i++) {
      Call call = {.histogram = histogram, .next = &next};

      calls[i] = call;
      gst_video_histogram_call_when_ready(histogram, on_ready, &calls[i], i < 2 ? on_freed : NULL);
    }
    calls[3] = calls[2];
    fail_unless_equals_int(next, 0);
    if (complete)
      gst_video_histogram_producer()->complete(histogram, pending_counts);
    else
      gst_video_histogram_producer()->set_error(histogram, GST_VIDEO_HISTOGRAM_ERROR_FAILED,
                                                "no count");
    gst_video_histogram_call_when_ready(histogram, on_ready, &calls[3], on_freed);
    for (i = 0; i < 4; i++) {
      fail_unless_equals_int(calls[i].called, 1);
      fail_unless_equals_int(calls[i].freed, i != 2);
      fail_unless_equals_int(calls[i].order, i);
      fail_unless(calls[i].ready);
      fail_unless_equals_int(calls[i].has_counts, complete);
      fail_unless(calls[i].thread == g_thread_self());
    }
    gst_video_histogram_unref(histogram);
    fail_unless_equals_int(calls[0].freed, 1);
  }
}
GST_END_TEST;

GST_START_TEST(a_callback_comes_from_the_thread_that_completes_after_the_caller_let_go) {
  GstVideoHistogram* histogram = make_pending();
  Call call = {.histogram = histogram};
  GThread* thread = g_thread_new("completer", complete_later, gst_video_histogram_ref(histogram));

  gst_video_histogram_call_when_ready(histogram, on_ready, &call, on_freed);
  gst_video_histogram_unref(histogram);
  g_thread_join(thread);
  fail_unless_equals_int(call.called, 1);
  fail_unless_equals_int(call.freed, 1);
  fail_unless(call.has_counts && call.thread == thread);
}
GST_END_TEST;

GST_START_TEST(a_histogram_that_is_given_up_frees_the_data_of_its_callbacks) {
  GstVideoHistogram* histogram = make_pending();
  Call call = {.histogram = histogram};

  gst_video_histogram_call_when_ready(histogram, on_ready, &call, on_freed);
  gst_video_histogram_call_when_ready(histogram, on_ready, &call, NULL);
  gst_video_histogram_unref(histogram);
  fail_unless_equals_int(call.called, 0);
  fail_unless_equals_int(call.freed, 1);
}
GST_END_TEST;

/* Deadlocks if the library holds a lock during the callback. */
static void use_everything(GstVideoHistogram* histogram, gpointer data) {
  GstVideoHistogram* sum = gst_video_histogram_add(histogram, histogram, NULL);

  fail_unless(gst_video_histogram_wait(histogram, GST_CLOCK_TIME_NONE, NULL));
  fail_unless_equals_uint64(gst_video_histogram_get_samples(sum, 0), 8);
  gst_video_histogram_call_when_ready(histogram, on_ready, data, on_freed);
  fail_unless_equals_int(((Call*)data)->called, 1);
  gst_video_histogram_unref(sum);
}

GST_START_TEST(a_callback_may_use_the_histogram_and_ask_for_another) {
  GstVideoHistogram* histogram = make_pending();
  Call call = {.histogram = histogram};

  gst_video_histogram_call_when_ready(histogram, use_everything, &call, NULL);
  gst_video_histogram_producer()->complete(histogram, pending_counts);
  fail_unless_equals_int(call.freed, 1);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST;

static gpointer ask(gpointer data) {
  gst_video_histogram_call_when_ready(((Call*)data)->histogram, on_ready, data, on_freed);
  return NULL;
}

/* Completion and call_when_ready() at the same time: each callback is called exactly once. */
GST_START_TEST(asking_and_completing_may_meet_in_any_order) {
  guint round;

  for (round = 0; round < 500; round++) {
    GstVideoHistogram* histogram = make_pending();
    Call call = {.histogram = histogram};
    GThread* thread;

    thread = g_thread_new("asker", ask, &call);
    if (round % 2 == 0)
      g_thread_yield();
    gst_video_histogram_producer()->complete(histogram, pending_counts);
    g_thread_join(thread);
    fail_unless_equals_int(call.called, 1);
    fail_unless_equals_int(call.freed, 1);
    gst_video_histogram_unref(histogram);
  }
}
GST_END_TEST;

static Suite* pending_suite(void) {
  Suite* suite = suite_create("pending");
  TCase* tcase = tcase_create("pending");

  suite_add_tcase(suite, tcase);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_pending_histogram_knows_its_frame);
  tcase_add_test(tcase, a_wait_of_zero_is_a_poll);
  tcase_add_test(tcase, a_wait_lasts_as_long_as_it_was_asked_to);
  tcase_add_test(tcase, a_completed_histogram_is_like_any_other);
  tcase_add_test(tcase, samples_of_one_frame_may_pass_32_bits_together);
  tcase_add_test(tcase, completing_wakes_everybody_who_waits);
  tcase_add_test(tcase, failing_tells_everybody_the_reason);
  tcase_add_test(tcase, a_failed_histogram_has_no_counts_and_no_numbers);
  tcase_add_test(tcase, what_needs_the_counts_waits_for_them);
  tcase_add_test(tcase, completing_waiting_and_dropping_may_meet_in_any_order);
  tcase_add_test(tcase, callbacks_are_called_once_in_order_when_it_is_ready);
  tcase_add_test(tcase, a_callback_comes_from_the_thread_that_completes_after_the_caller_let_go);
  tcase_add_test(tcase, a_histogram_that_is_given_up_frees_the_data_of_its_callbacks);
  tcase_add_test(tcase, a_callback_may_use_the_histogram_and_ask_for_another);
  tcase_add_test(tcase, asking_and_completing_may_meet_in_any_order);
  return suite;
}

GST_CHECK_MAIN(pending);
