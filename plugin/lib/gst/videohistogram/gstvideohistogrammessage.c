/* SPDX-FileCopyrightText: 2026 The gst-videohistogram authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parsers of element messages named `videohistogram`. Any element can post a message of this name,
 * so all fields are validated. */

/**
 * SECTION:gstvideohistogrammessage
 * @title: Messages
 * @short_description: the histogram in a message on the bus
 *
 * With `post-messages=true` the `videohistogram` element posts an element message named
 * `videohistogram` for each frame or interval:
 *
 * |[<!-- language="C" -->
 * g_autoptr (GstVideoHistogram) histogram = NULL;
 * GstClockTime running_time;
 *
 * if (gst_message_parse_video_histogram (message, &histogram, NULL, &running_time, NULL, NULL))
 *   g_print ("%" GST_TIME_FORMAT ": mean %f\n", GST_TIME_ARGS (running_time),
 *       gst_video_histogram_get_mean (histogram, 0));
 * ]|
 *
 * A frame that could not be counted has a message, too, but that carries no histogram.
 * gst_message_parse_video_histogram() returns %FALSE for it, so that no program takes it for a
 * frame of zero counts; gst_message_parse_video_histogram_failure() tells why.
 *
 * GST_MESSAGE_SRC() is the element that counted. Any thread may call these functions on the same
 * message at the same time.
 *
 * Since: 0.1
 */

#include <gst/videohistogram/gstvideohistogram-internal.h>

/* The histogram in a field of a structure, owned by the structure; NULL if there is none. */
static GstVideoHistogram* histogram_in(const GstStructure* structure) {
  const GValue* value = gst_structure_get_value(structure, "histogram");

  return value != NULL && G_VALUE_HOLDS(value, GST_TYPE_VIDEO_HISTOGRAM)
             ? (GstVideoHistogram*)g_value_get_boxed(value)
             : NULL;
}

/* The array of regions in a structure; NULL if it has none. */
static const GValue* regions_in(const GstStructure* structure) {
  const GValue* regions = gst_structure_get_value(structure, "regions");

  return regions != NULL && GST_VALUE_HOLDS_ARRAY(regions) && gst_value_array_get_size(regions) > 0
             ? regions
             : NULL;
}

/* The structure of an element message named `videohistogram`; NULL for any other message. */
static const GstStructure* structure_of(GstMessage* message) {
  const GstStructure* structure =
      GST_MESSAGE_TYPE(message) == GST_MESSAGE_ELEMENT ? gst_message_get_structure(message) : NULL;

  return structure != NULL && gst_structure_has_name(structure, "videohistogram") ? structure
                                                                                  : NULL;
}

/* The structure of a message with a histogram or with regions; NULL for any other message. */
static const GstStructure* result_of(GstMessage* message) {
  const GstStructure* structure = structure_of(message);

  if (structure == NULL || histogram_in(structure) != NULL)
    return structure;
  return gst_structure_has_field(structure, "histogram") || regions_in(structure) == NULL
             ? NULL
             : structure;
}

/* Stores the number in a field, unless `number` is NULL: `otherwise` if the field is missing, 0 for
 * a message that is of another kind. JavaScript warns of GST_CLOCK_TIME_NONE, which it cannot hold,
 * so that a program that passes every message here would get a warning for each. */
static void get_number(const GstStructure* structure, const gchar* field, guint64 otherwise,
                       guint64* number) {
  if (number == NULL)
    return;
  *number = structure != NULL ? otherwise : 0;
  if (structure != NULL)
    gst_structure_get_uint64(structure, field, number);
}

/**
 * gst_message_parse_video_histogram:
 * @message: any message
 * @histogram: (out) (optional) (transfer full) (nullable): the histogram of the frame, or the sum
 *   of an interval; a new reference, valid longer than @message, to be dropped with
 *   gst_video_histogram_unref(). %NULL in a message that has regions only, as the element posts
 *   with `regions-only=true`
 * @timestamp: (out) (optional): the timestamp of the first frame's buffer, in nanoseconds
 * @running_time: (out) (optional): the running time of the first frame, in nanoseconds
 * @duration: (out) (optional): the duration of the frames together, in nanoseconds
 * @frames: (out) (optional): the number of frames that were counted: 1 without an interval
 *
 * Reads an element message of the `videohistogram` element. Any message is safe to pass. The
 * function accepts element messages named `videohistogram` whose field `histogram` holds a
 * #GstVideoHistogram, or that lack this field and have a non-empty array `regions`. For other
 * messages, such as that of a frame that could not be counted, the function returns %FALSE and
 * clears all outputs: the histogram to %NULL, numbers and times to 0. A time that is missing in a
 * message that it accepts, or has another type than expected, is %GST_CLOCK_TIME_NONE, and a number
 * 0.
 *
 * Any thread may call this function.
 *
 * Returns: %TRUE if @message carries a histogram or regions
 *
 * Since: 0.1
 */
gboolean gst_message_parse_video_histogram(GstMessage* message, GstVideoHistogram** histogram,
                                           GstClockTime* timestamp, GstClockTime* running_time,
                                           GstClockTime* duration, guint64* frames) {
  const GstStructure* structure;
  GstVideoHistogram* found;

  g_return_val_if_fail(GST_IS_MESSAGE(message), FALSE);

  structure = result_of(message);
  found = structure != NULL ? histogram_in(structure) : NULL;
  get_number(structure, "timestamp", GST_CLOCK_TIME_NONE, timestamp);
  get_number(structure, "running-time", GST_CLOCK_TIME_NONE, running_time);
  get_number(structure, "duration", GST_CLOCK_TIME_NONE, duration);
  get_number(structure, "frames", 0, frames);
  if (histogram != NULL)
    *histogram = found != NULL ? gst_video_histogram_ref(found) : NULL;
  return structure != NULL;
}

/* The code whose nick is in the field `error-kind`; FAILED if there is none. */
static gint error_code_in(const GstStructure* structure) {
  const gchar* nick = gst_structure_get_string(structure, "error-kind");
  GEnumClass* type = g_type_class_ref(gst_video_histogram_error_get_type());
  const GEnumValue* value = nick != NULL ? g_enum_get_value_by_nick(type, nick) : NULL;
  gint code = value != NULL ? value->value : GST_VIDEO_HISTOGRAM_ERROR_FAILED;

  g_type_class_unref(type);
  return code;
}

/**
 * gst_message_parse_video_histogram_failure:
 * @message: any message
 * @failure: (out) (optional) (transfer full) (nullable): why the frame could not be counted, a
 *   #GstVideoHistogramError; to be freed with g_error_free()
 * @timestamp: (out) (optional): the timestamp of the frame's buffer, in nanoseconds
 * @running_time: (out) (optional): the running time of the frame, in nanoseconds
 * @failed: (out) (optional): the number of frames that could not be counted: 1 without an interval
 *
 * Reads the message that the `videohistogram` element posts in the place of a histogram: of a frame
 * that could not be counted, or of an interval of which no frame could be, with the first frame's
 * times and reason. An interval of which some frames were counted has a histogram; the field
 * `failed` of its message is the number of the others. Any message is safe to pass. The function
 * accepts element messages named `videohistogram` with a string field `error`. For other messages
 * it returns %FALSE and clears all outputs: the error to %NULL, numbers and times to 0. A time that
 * is missing in a message that it accepts, or has another type than expected, is
 * %GST_CLOCK_TIME_NONE, and a number 0.
 *
 * Any thread may call this function.
 *
 * Returns: %TRUE if @message is about frames that could not be counted
 *
 * Since: 0.1
 */
gboolean gst_message_parse_video_histogram_failure(GstMessage* message, GError** failure,
                                                   GstClockTime* timestamp,
                                                   GstClockTime* running_time, guint64* failed) {
  const GstStructure* structure;
  const gchar* text;

  g_return_val_if_fail(GST_IS_MESSAGE(message), FALSE);

  structure = structure_of(message);
  text = structure != NULL ? gst_structure_get_string(structure, "error") : NULL;
  if (text == NULL)
    structure = NULL;
  get_number(structure, "timestamp", GST_CLOCK_TIME_NONE, timestamp);
  get_number(structure, "running-time", GST_CLOCK_TIME_NONE, running_time);
  get_number(structure, "failed", 0, failed);
  if (failure != NULL)
    *failure = text != NULL
                   ? g_error_new_literal(GST_VIDEO_HISTOGRAM_ERROR, error_code_in(structure), text)
                   : NULL;
  return text != NULL;
}

/* The array of regions in a message; NULL if it has none. */
static const GValue* regions_of(GstMessage* message) {
  const GstStructure* structure = result_of(message);

  return structure != NULL ? regions_in(structure) : NULL;
}

/**
 * gst_message_video_histogram_get_n_regions:
 * @message: any message
 *
 * Counts the regions that a message has beside the whole frame. Any thread may call this function.
 *
 * Returns: the number of regions in @message, for gst_message_parse_video_histogram_region(); 0 for
 *   a message without regions, such as that of an interval
 *
 * Since: 0.1
 */
guint gst_message_video_histogram_get_n_regions(GstMessage* message) {
  const GValue* regions;

  g_return_val_if_fail(GST_IS_MESSAGE(message), 0);

  regions = regions_of(message);
  return regions != NULL ? gst_value_array_get_size(regions) : 0;
}

/* Reads x, y, w or h of a rectangle; FALSE unless the field is a guint that fits a gint. */
static gboolean get_side(const GstStructure* structure, const gchar* field, gint* side) {
  guint value;

  if (!gst_structure_get_uint(structure, field, &value) || value > G_MAXINT)
    return FALSE;
  *side = (gint)value;
  return TRUE;
}

/* The structure of that name at an index of an array; NULL if there is none. */
static const GstStructure* structure_at(const GValue* array, guint index, const gchar* name) {
  const GValue* value;
  const GstStructure* structure;

  if (array == NULL || index >= gst_value_array_get_size(array))
    return NULL;
  value = gst_value_array_get_value(array, index);
  structure = GST_VALUE_HOLDS_STRUCTURE(value) ? gst_value_get_structure(value) : NULL;
  return structure != NULL && gst_structure_has_name(structure, name) ? structure : NULL;
}

/* The region at an index, with its id and rectangle; NULL if no valid region has this index. */
static const GstStructure* region_at(const GValue* regions, guint index, gint* id,
                                     GstVideoRectangle* roi) {
  const GstStructure* region = structure_at(regions, index, "region");
  GstVideoHistogram* histogram;

  if (region == NULL || (histogram = histogram_in(region)) == NULL ||
      !gst_structure_get_int(region, "id", id) || !get_side(region, "x", &roi->x) ||
      !get_side(region, "y", &roi->y) || !get_side(region, "w", &roi->w) ||
      !get_side(region, "h", &roi->h) || !_gst_video_histogram_contains(histogram, roi))
    return NULL;
  return region;
}

/**
 * gst_message_parse_video_histogram_region:
 * @message: any message
 * @index: the region's index, less than gst_message_video_histogram_get_n_regions()
 * @histogram: (out) (optional) (transfer full) (nullable): the histogram of the region; a new
 *   reference, to be dropped with gst_video_histogram_unref()
 * @id: (out) (optional): the id of the region, as #GstVideoHistogramMeta.id
 * @parent_id: (out) (optional): the #GstVideoRegionOfInterestMeta.parent_id of the region; -1 if
 * the region has no parent or the message does not name one
 * @roi_type: (out) (optional) (transfer full) (nullable): the type of the region, such as "face";
 *   %NULL if not known; to be freed with g_free()
 * @roi: (out caller-allocates) (optional): the rectangle that was counted, in pixels of the frame
 *   as analysed
 *
 * Reads one region of a message of the `videohistogram` element. Any message is safe to pass. A
 * valid region has an id, a histogram and a rectangle inside the frame as analysed. Without a valid
 * region the function returns %FALSE and clears its outputs: pointers to %NULL, @parent_id to -1,
 * other numbers to 0.
 *
 * Any thread may call this function.
 *
 * Returns: %TRUE if @message has a valid region at @index
 *
 * Since: 0.1
 */
gboolean gst_message_parse_video_histogram_region(GstMessage* message, guint index,
                                                  GstVideoHistogram** histogram, gint* id,
                                                  gint* parent_id, gchar** roi_type,
                                                  GstVideoRectangle* roi) {
  static const GstVideoRectangle nothing = {0, 0, 0, 0};
  const GstStructure* region;
  GstVideoRectangle found_roi = nothing;
  gint found_id = 0;

  g_return_val_if_fail(GST_IS_MESSAGE(message), FALSE);

  region = region_at(regions_of(message), index, &found_id, &found_roi);
  if (histogram != NULL)
    *histogram = region != NULL ? gst_video_histogram_ref(histogram_in(region)) : NULL;
  if (id != NULL)
    *id = region != NULL ? found_id : 0;
  if (parent_id != NULL) {
    *parent_id = -1;
    if (region != NULL)
      gst_structure_get_int(region, "parent-id", parent_id);
  }
  if (roi_type != NULL)
    *roi_type = region != NULL ? g_strdup(gst_structure_get_string(region, "roi-type")) : NULL;
  if (roi != NULL)
    *roi = region != NULL ? found_roi : nothing;
  return region != NULL;
}

/* The structure of a field in a message; NULL if the message has none. */
static const GstStructure* field_of(GstMessage* message, const gchar* nick) {
  const GstStructure* structure = result_of(message);
  const GValue* fields = structure != NULL ? gst_structure_get_value(structure, "fields") : NULL;
  const GstStructure* field;
  guint i;

  if (fields == NULL || !GST_VALUE_HOLDS_ARRAY(fields))
    return NULL;
  for (i = 0; i < gst_value_array_get_size(fields); i++) {
    field = structure_at(fields, i, "field");
    if (field != NULL && g_strcmp0(gst_structure_get_string(field, "field"), nick) == 0)
      return field;
  }
  return NULL;
}

/**
 * gst_message_parse_video_histogram_field:
 * @message: any message
 * @field: %GST_VIDEO_HISTOGRAM_FIELD_TOP or %GST_VIDEO_HISTOGRAM_FIELD_BOTTOM
 * @region: the index of a region, for the rows of the field inside that region; -1 for the whole
 *   field. gst_message_parse_video_histogram_region() with the same index describes the region
 * @histogram: (out) (optional) (transfer full) (nullable): the histogram of the field, or the sum
 *   of an interval; a new reference, to be dropped with gst_video_histogram_unref()
 *
 * Reads what a message of the `videohistogram` element says of one field of an interlaced frame.
 * The element counts fields with `fields=apart`. Any message is safe to pass. Without that field
 * the function returns %FALSE and sets @histogram to %NULL.
 *
 * Any thread may call this function.
 *
 * Returns: %TRUE if @message has a histogram of that field
 *
 * Since: 0.1
 */
gboolean gst_message_parse_video_histogram_field(GstMessage* message, GstVideoHistogramField field,
                                                 gint region, GstVideoHistogram** histogram) {
  const gchar* nick = _gst_video_histogram_field_nick(field);
  const GstStructure* structure;
  GstVideoHistogram* found;
  GstVideoRectangle roi;
  gint id;

  g_return_val_if_fail(GST_IS_MESSAGE(message), FALSE);

  structure = nick != NULL ? field_of(message, nick) : NULL;
  if (structure != NULL && region >= 0)
    structure = region_at(regions_in(structure), (guint)region, &id, &roi);
  found = structure != NULL ? histogram_in(structure) : NULL;
  if (histogram != NULL)
    *histogram = found != NULL ? gst_video_histogram_ref(found) : NULL;
  return found != NULL;
}
