// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/frame_plan.h"

#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "plugin/counting/buffer_fields.h"
#include "plugin/settings/channel_list.h"
#include "plugin/settings/figure_list.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <utility>

namespace videohistogram {

namespace {

/// The quantities of a plan's tables that are computed with a matrix or limits.
QuantitySet computed_quantities(const Plan& plan) {
  QuantitySet computed = quantity_bit(Quantity::range);
  for (uint32_t q = 0; q < n_quantities; q++)
    if (plan.format.origin_of(static_cast<Quantity>(q)).by_matrix)
      computed |= 1u << q;
  return plan.all_quantities() & computed;
}

/// Describes how the computed colours of a plan are computed.
GstVideoHistogramColorFlags color_flags(const Plan& plan, const ColourSpec& spec,
                                        GstVideoHistogramColorFlags declared) {
  guint flags = declared;
  const QuantitySet computed = computed_quantities(plan);
  if (plan.format.is_ycbcr() && computed != 0) {
    flags |= GST_VIDEO_HISTOGRAM_COLOR_COMPUTED;
    flags |= spec.narrow_rgb ? GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB : 0;
  }
  if (computed != 0 && spec.limits == RangeLimits::legal)
    flags |= GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS;
  return static_cast<GstVideoHistogramColorFlags>(flags);
}

/// The channels that `text` names. The format has at least one of them.
Expected<std::optional<QuantitySet>>
choose_channels(const std::string& text, const FormatInfo& format, const ColourSpec& colours) {
  Expected<std::optional<QuantitySet>> channels = parse_channel_list(text);
  if (channels.ok() && !listed_channels(format, colours, *channels))
    return impossible("channels", text,
                      std::string(format.name) +
                          " frames have none of them; set channels to some of " +
                          describe_channels(countable(format, colours)));
  return channels;
}

/// Names the channels that are asked for and need a matrix that cannot be computed with.
void warn_about_matrix(const std::optional<QuantitySet>& channels, const FormatInfo& format,
                       const FrameColours& colours, const ColourSpec& spec,
                       std::vector<std::string>& warnings) {
  const QuantitySet lost =
      channels.value_or(0) & format.countable_channels() & ~countable(format, spec);
  if (lost)
    warnings.push_back("The channels " + describe_channels(lost) +
                       " cannot be computed: the caps state matrix " +
                       std::to_string(colours.matrix_code) +
                       " of ITU-T H.273, from which R, G and B do not follow by a matrix; if the "
                       "frames have another one, set colorimetry");
}

/// Plans the tables that a property lists, or those of `before` if all of the former are
/// impossible. `kind` names one such table. `plan_list` plans a list and returns PlannedTables.
/// Stores the plans in `plans`, and the list that they are of in `list`.
template <class Named, class Planned, class PlanList>
void choose_tables(const char* kind, Expected<std::vector<Named>> asked,
                   const std::vector<Named>* before, const PlanList& plan_list,
                   std::vector<Named>& list, std::vector<Planned>& plans,
                   std::vector<std::string>& warnings) {
  const auto try_list = [&](const std::vector<Named>& tried) {
    auto chosen = plan_list(tried);
    plans = std::move(chosen.plans);
    if (!plans.empty())
      list = tried;
    return chosen.refusal;
  };
  if (asked.ok() && asked->empty())
    return;
  const std::string refusal = asked.ok() ? try_list(*asked) : asked.error().message;
  if (refusal.empty())
    return;
  if (!plans.empty()) {
    warnings.push_back(refusal + ". " + std::to_string(plans.size()) + " of " +
                       std::to_string(asked->size()) + " " + kind + "s are counted");
    return;
  }
  if (before)
    try_list(*before);
  warnings.push_back(
      refusal + (plans.empty() ? std::string(". No ") + kind + " is counted until one is possible"
                               : std::string(". The ") + kind + "s stay as they were"));
}

/// Plans the projections and the joint histograms, and adds their tables to `spec`.
void choose_matrices(FramePlan& plan, const FormatInfo& format, uint32_t width, uint32_t height,
                     const Settings& settings, const PlannedSettings* before, PlanSpec& spec,
                     std::vector<std::string>& warnings) {
  Expected<std::vector<NamedProjection>> projections = parse_projection_list(settings.projections);
  if (settings.regions_only && !(projections.ok() && projections->empty()))
    warnings.push_back("projections=" + quoted(settings.projections) +
                       " has no effect with regions-only=true, since projections are of the whole "
                       "frame; set regions-only=false to count them");
  else
    choose_tables(
        "projection", std::move(projections), before ? &before->projections : nullptr,
        [&](const std::vector<NamedProjection>& list) {
          return plan_projections(list, format, width, height, settings.bins, spec);
        },
        plan.settings.projections, plan.projections, warnings);
  choose_tables(
      "joint histogram", parse_joint_list(settings.joint), before ? &before->joints : nullptr,
      [&](const std::vector<NamedJoint>& list) {
        return plan_joints(list, format, width, height, settings.joint_bins, spec);
      },
      plan.settings.joints, plan.joints, warnings);
}

uint64_t pixels_of(const GstVideoInfo& info) {
  return static_cast<uint64_t>(GST_VIDEO_INFO_WIDTH(&info)) *
         static_cast<uint64_t>(GST_VIDEO_INFO_HEIGHT(&info));
}

/// Chooses how flashes are looked for, and in `sums` what that needs.
FlashRules choose_flashes(const Settings& settings, const FormatInfo& format,
                          const FrameColours& colours, const GstVideoInfo& info, SumSet& sums,
                          std::vector<std::string>& warnings) {
  Expected<const pse::FlashProfile*> profile = parse_flash_profile(settings.flashes);
  if (!profile.ok())
    warnings.push_back(profile.error().message + ". Flashes are not looked for");
  if (!profile.ok() || !*profile)
    return {};
  if (settings.regions_only) {
    warnings.push_back("flashes=" + quoted(settings.flashes) +
                       " has no effect with regions-only=true, since flashes are of the whole "
                       "frame; set regions-only=false to find them");
    return {};
  }
  const uint64_t pixels = pixels_of(info);
  sums = sums_of_flashes(*profile, countable_sums(format, colours.has_matrix(), pixels));
  if (sums == 0) {
    const LackOfSums lack = lack_of_sums(format, sums_of_flashes(*profile, all_sums), pixels);
    warnings.push_back("flashes=" + quoted(settings.flashes) + " has no effect on " + lack.frames +
                       lack.advice);
    return {};
  }
  return {*profile, {GST_VIDEO_INFO_FPS_N(&info), GST_VIDEO_INFO_FPS_D(&info)}};
}

/// Plans the sums: those that are asked for, and `more`.
SumsSpec choose_figures(const Settings& settings, SumSet more, const FormatInfo& format,
                        const FrameColours& colours, uint64_t pixels,
                        std::vector<std::string>& warnings) {
  if (settings.regions_only && !trimmed(settings.figures).empty()) {
    warnings.push_back("figures=" + quoted(settings.figures) +
                       " has no effect with regions-only=true, since figures are of the whole "
                       "frame; set regions-only=false to count them");
    return {};
  }
  std::optional<std::string> warning;
  SumsSpec spec = plan_figures(settings.figures, more, format, colours, pixels, warning);
  if (warning)
    warnings.push_back(*std::move(warning));
  return spec;
}

/// The memory of a frame on the most demanding backend, whichever one counts: every backend then
/// counts the same tables within the same bound.
FrameMemory frame_memory(const Plan& plan, size_t regions, MemoryKind memory) {
  return cpu_frame_memory(plan, regions).with(cuda_frame_memory(plan, regions, memory));
}

/// Compiles the plan. Drops the last tables, which are joint histograms and projections, until a
/// frame fits into the memory bound.
Status compile(FramePlan& plan, const FormatInfo& format, uint32_t width, uint32_t height,
               PlanSpec& spec, MemoryKind kind, const MemoryTerms& memory,
               std::vector<std::string>& warnings) {
  const size_t projections = plan.projections.size(), joints = plan.joints.size();
  uint64_t needed = 0; // bytes of a frame with all requested tables
  for (;;) {
    if (Status status = compile_plan(format, width, height, spec).move_to(plan.plan); !status.ok())
      return status;
    const FrameMemory frame = frame_memory(*plan.plan, memory.regions, kind);
    plan.limit = frame.limit(memory.bound, memory.frames);
    needed = std::max(needed, frame.larger());
    if (memory.bound == 0 || frame.larger() <= memory.bound || !plan.plan->has_matrices())
      break;
    if (plan.joints.empty())
      plan.projections.pop_back();
    else
      plan.joints.pop_back();
    spec.tables.pop_back();
  }
  using std::to_string;
  const auto warn = [&](const std::string& kind, size_t left, size_t asked) {
    if (left < asked)
      warnings.push_back("max-memory=" + to_string(memory.bound) + " is too small for the " + kind +
                         ": a frame with all tables takes " + to_string(needed) +
                         " bytes; set max-memory to at least that, or ask for fewer bins or "
                         "tables. " +
                         to_string(left) + " of " + to_string(asked) + " " + kind + " are counted");
  };
  warn("projections", plan.projections.size(), projections);
  warn("joint histograms", plan.joints.size(), joints);
  return {};
}

/// Compiles the plan of fields, if they are asked for and frames may have them. `spec` is that of
/// the plan.
Status compile_fields(FramePlan& plan, const Settings& settings, const GstVideoInfo& info,
                      const PlanSpec& spec, std::vector<std::string>& warnings) {
  if (settings.fields != GST_VIDEO_HISTOGRAM_FIELD_MODE_APART || !may_have_two_fields(info))
    return {};
  if (is_tiled(plan.plan->format.packing)) { // rows of tiles belong to both fields
    warnings.push_back(std::string("fields=apart has no effect on ") + plan.plan->format.name +
                       " frames, whose samples lie in tiles; convert them to a format with rows. "
                       "Both fields are counted together");
    return {};
  }
  PlanSpec of_fields = spec;
  of_fields.tables.clear();
  for (const Table& table : spec.tables)
    if (!table.positions && !table.second &&
        (quantity_bit(table.values.quantity) & all_differences) == 0)
      of_fields.tables.push_back(table);
  if (of_fields.tables.empty())
    return {};
  plan.field_channels = static_cast<guint>(of_fields.tables.size());
  of_fields.sums = {};
  if (of_fields.tables.size() < spec.tables.size() || spec.sums.sums != 0)
    return compile_plan(plan.plan->format, plan.plan->width, plan.plan->height, of_fields)
        .move_to(plan.field_plan);
  plan.field_plan = plan.plan; // backends keep what they prepared for it
  return {};
}

} // namespace

Expected<FramePlan> plan_frames(const Settings& settings, const FrameCaps& caps,
                                const MemoryTerms& memory, const PlannedSettings* before,
                                std::vector<std::string>& warnings) {
  Expected<const FormatInfo*> format = countable_format(caps.info);
  if (!format.ok())
    return format.error();
  FramePlan plan;

  plan.frame_colours = frame_colours(caps, settings.colorimetry);
  if (std::optional<std::string> warning = colorimetry_warning(settings.colorimetry, **format))
    warnings.push_back(*std::move(warning));
  const ColourSpec colours = colour_spec(plan.frame_colours, **format);
  Expected<std::optional<QuantitySet>> channels =
      choose_channels(settings.channels, **format, colours);
  if (!channels.ok()) {
    if (!before || !listed_channels(**format, colours, before->channels))
      return channels.error();
    warnings.push_back(channels.error().message + ". The channels stay as they were");
  }
  plan.settings.channels = channels.ok() ? *channels : before->channels;
  warn_about_matrix(plan.settings.channels, **format, plan.frame_colours, colours, warnings);

  const auto [width, height] = size_of(caps.info);
  PlanSpec spec;
  spec.luma = luma_weights(plan.frame_colours);
  spec.whole_frame = !settings.regions_only;
  spec.colours = colours;
  spec.colours.narrow_rgb = settings.rgb_range == GST_VIDEO_HISTOGRAM_RGB_RANGE_NARROW;
  spec.colours.limits = settings.range_limits;
  for (Quantity quantity :
       select_quantities(**format, listed_channels(**format, colours, plan.settings.channels))) {
    plan.channels.push_back(channel_info(**format, quantity, settings.bins));
    spec.tables.push_back({{quantity, plan.channels.back().bins}, {}});
  }
  SumSet of_flashes = 0;
  plan.flashes =
      choose_flashes(settings, **format, plan.frame_colours, caps.info, of_flashes, warnings);
  spec.sums = choose_figures(settings, of_flashes, **format, plan.frame_colours,
                             pixels_of(caps.info), warnings);
  choose_matrices(plan, **format, width, height, settings, before, spec, warnings);
  if (settings.regions_only && settings.interval > 0)
    warnings.push_back(
        "interval has no effect with regions-only=true, since an interval sums whole "
        "frames; every frame is reported by itself");

  if (Status status = compile(plan, **format, width, height, spec, caps.memory, memory, warnings);
      !status.ok())
    return status.error();
  if (Status status = compile_fields(plan, settings, caps.info, spec, warnings); !status.ok())
    return status.error();
  plan.colours = spec.colours;
  plan.color_flags = color_flags(*plan.plan, spec.colours, plan.frame_colours.declared);
  return Expected<FramePlan>(std::move(plan));
}

bool plan_alike(const Settings& a, const Settings& b) {
  return a.bins == b.bins && a.channels == b.channels && a.figures == b.figures &&
         a.flashes == b.flashes && a.projections == b.projections && a.joint == b.joint &&
         a.joint_bins == b.joint_bins && a.rgb_range == b.rgb_range &&
         a.range_limits == b.range_limits && a.colorimetry == b.colorimetry &&
         a.regions_only == b.regions_only && (a.interval > 0) == (b.interval > 0);
}

bool count_alike(const FramePlan& a, const FramePlan& b) {
  return std::equal(a.channels.begin(), a.channels.end(), b.channels.begin(), b.channels.end(),
                    [](const auto& one, const auto& other) {
                      return one.name == other.name && one.bins == other.bins &&
                             one.depth == other.depth && one.n_values == other.n_values;
                    }) &&
         a.projections == b.projections && a.joints == b.joints &&
         a.plan->sums.spec.sums == b.plan->sums.spec.sums &&
         a.plan->whole_frame == b.plan->whole_frame && a.colours == b.colours &&
         a.frame_colours == b.frame_colours;
}

} // namespace videohistogram
