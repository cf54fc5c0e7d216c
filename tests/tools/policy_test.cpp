// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Policies: what is a rule, and what videos of few frames are judged to be.
#include "tools/base/failure.h"
#include "tools/policy/judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace videohistogram::tools;

namespace {

std::string problem_of(const std::string& text) {
  try {
    parse_policy(text, "p.ini");
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.status, misused);
    return failure.message;
  }
  return "";
}

/// Frames 40 ms apart with these values of YMAX; NaN: without the figure.
std::vector<FrameRecord> make_frames(const std::vector<double>& values) {
  std::vector<FrameRecord> frames;
  for (double value : values) {
    FrameRecord& frame = frames.emplace_back();
    frame.number = frames.size() - 1;
    frame.time = static_cast<int64_t>(frame.number) * 40000000;
    frame.figures.fill(NAN);
    frame.figures[figure::YMAX] = value;
  }
  return frames;
}

VideoRecord make_video() {
  VideoRecord video;
  video.outcome = Outcome::complete;
  video.format.width = 1920;
  video.format.codec = "H.264 (High Profile)";
  video.r103 = Verdict::pass;
  return video;
}

/// The verdict of the only rule of a policy.
RuleVerdict judge(const std::string& rule, const std::vector<double>& values = {},
                  const std::vector<std::string>& findings = {},
                  const VideoRecord& video = make_video()) {
  const std::vector<Rule> rules = parse_policy(rule, "p.ini");
  Judge judge(rules);
  for (const FrameRecord& frame : make_frames(values))
    judge.add(frame);
  for (const std::string& kind : findings)
    judge.add(Finding{kind, 0, 0, 0, 0, ""});
  const std::vector<RuleVerdict> verdicts = judge.judge(video);
  EXPECT_EQ(verdicts.size(), 1u);
  return verdicts.at(0);
}

} // namespace

TEST(Policy, HasRulesInSectionsBesideCommentsAndEmptyLines) {
  const auto rules = parse_policy("; for broadcasts\r\n"
                                  "width=1920\r\n"
                                  "\n"
                                  "[ levels ]\n"
                                  "# luma\n"
                                  "  YMAX   <=940 in 99.5% of frames\n"
                                  "[content]\n"
                                  "no black",
                                  "p.ini");
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0].policy, "");
  EXPECT_EQ(rules[0].text, "width = 1920");
  EXPECT_EQ(rules[0].subject, Rule::Subject::video);
  EXPECT_EQ(rules[1].policy, "levels");
  EXPECT_EQ(rules[1].text, "YMAX <= 940 in 99.5% of frames");
  EXPECT_EQ(rules[1].subject, Rule::Subject::frames);
  EXPECT_EQ(rules[1].share, 99500000u);
  EXPECT_EQ(rules[2].policy, "content");
  EXPECT_EQ(rules[2].name, "black");
  EXPECT_EQ(rules[2].subject, Rule::Subject::finding);
}

TEST(Policy, NamesTheLineThatIsNoRule) {
  EXPECT_EQ(problem_of("width = 1920\nYMAX"),
            "p.ini:2: a rule is such as `YMAX <= 940 in 99.5% of frames`, `width = 1920` or `no "
            "black`");
  const std::string unknown = "p.ini:1: there is no figure of frames and no column of videos ";
  EXPECT_EQ(problem_of("YMAXX < 5"), unknown + "\"YMAXX\"; did you mean YMAX?");
  EXPECT_EQ(problem_of("ymax < 5"), unknown + "\"ymax\"; did you mean YMAX?");
  EXPECT_EQ(problem_of("max_cl < 5"), unknown + "\"max_cl\"; did you mean max_cll?");
  EXPECT_EQ(problem_of("length < 5"),
            unknown + "\"length\"; these are the columns of the tables `frames` and `videos`");
  EXPECT_EQ(
      problem_of("no \x1b[1m"),
      "p.ini:1: there is no kind of finding \"\\x1b[1m\"; a kind is bars, black, cadence-broken, "
      "chroma-phase, clamped, colours-disagree, corrupted, damaged, decoder-errors, dropout, "
      "ends-early, false-10-bit, field-order, flashes, flashes-extended, format-changed, frozen, "
      "gap, head-clog, interlaced, light-changed, line-repeats, lost, no-time, not-counted, r103, "
      "red-flashes, short-freeze, telecine, time-backwards, timeout or truncated");
  EXPECT_EQ(problem_of("no black, frozen"),
            "p.ini:1: a rule is about one kind of finding, such as `no black`");
  const std::string many = "p.ini:1: YMAX is compared with one number, not with ";
  const std::string plain = "; it is without a unit and without separators, such as 1000 or 0.5";
  EXPECT_EQ(problem_of("YMAX <= many"), many + "\"many\"");
  EXPECT_EQ(problem_of("YMAX <= 1,5"), many + "\"1,5\"" + plain);
  EXPECT_EQ(problem_of("YMAX <= 5 nits"), many + "\"5 nits\"" + plain);
  EXPECT_EQ(problem_of("YMAX <= 5 ; y"), many + "\"5 ; y\"; a comment has a line of its own");
  EXPECT_EQ(problem_of("YMAX <= 5%"),
            many + "\"5%\"; a share is from 0 to 1, such as 0.01 for 1 %");
  EXPECT_EQ(problem_of("YMAX <= " + std::string(1000000, '9')),
            many + "\"" + std::string(60, '9') + "...\"" + plain);
  EXPECT_EQ(problem_of("hdr10 = yes"), "p.ini:1: hdr10 is compared with one number, not with "
                                       "\"yes\"; it is 0 (no) or 1 (yes)");
  for (const std::string share :
       {"in 101% of frames", "in 99 of frames", "in 99%", "in 9% of Frames"})
    EXPECT_EQ(problem_of("YMAX <= 940 " + share),
              "p.ini:1: \"" + share +
                  "\" is no share of frames; write it such as `in 99.5% of frames`");
  const std::string example = "p.ini:1: a rule is such as `YMAX <= 940 in 99.5% of frames`, `width "
                              "= 1920` or `no black`";
  EXPECT_EQ(problem_of("YMAX <= in 99% of frames"), example);
  EXPECT_EQ(problem_of("YMAX"), example);
  EXPECT_EQ(problem_of("YMAX is 5"), example);
  EXPECT_EQ(problem_of("YMAX == 5"),
            "p.ini:1: there is no comparison \"==\"; it is <=, <, >=, >, = or !=");
  EXPECT_EQ(problem_of("codec < H.264"),
            "p.ini:1: codec is a text, which is compared by = or != only");
  const std::string marks = "p.ini:1: a text has a quotation mark at both ends, such as \"MPEG-2 "
                            "video\", or none at all";
  EXPECT_EQ(problem_of("codec = \"H.264"), marks);
  EXPECT_EQ(problem_of("codec = a\"b"), marks);
  EXPECT_EQ(problem_of("codec = a=b"), "p.ini:1: a text with one of <, >, = and ! stands in "
                                       "quotation marks, such as \"a = b\"");
  EXPECT_EQ(problem_of("r103 = good"), "p.ini:1: r103 is never \"good\"; it is pass or fail");
  EXPECT_EQ(problem_of("range = tv"), "p.ini:1: range_name is never \"tv\"; it is limited or full");
  EXPECT_EQ(problem_of("width = 1920 in 5% of frames"),
            "p.ini:1: width is a column of videos; only figures have a share of frames");
  EXPECT_EQ(problem_of("[a]\nno black\n[b]\nno black\nno  black"),
            "p.ini:5: line 4 is the same rule; remove one of them");
  EXPECT_EQ(problem_of("["), "p.ini:1: a line that begins with [ is a section such as [levels]");
  EXPECT_EQ(problem_of("[]"), "p.ini:1: a line that begins with [ is a section such as [levels]");
  EXPECT_EQ(problem_of("\"open"),
            "p.ini:1: a rule is such as `YMAX <= 940 in 99.5% of frames`, `width = 1920` or `no "
            "black`");
}

TEST(Policy, MayBeginWithAByteOrderMark) {
  const auto rules = parse_policy("\xEF\xBB\xBF[levels]\r\nYMAX <= 235\r\n", "p.ini");
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].policy, "levels");
}

TEST(Policy, HasSectionsOfAnyName) {
  const auto rules = parse_policy(" [ a<=b  [c] \"]\t\nwidth = 1", "p.ini");
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].policy, "a<=b  [c] \"");
}

TEST(Policy, TellsValuesInSixDigitsUnlessMoreDecide) {
  EXPECT_NE(judge("YMAX < 2", {100.0 / 3}).detail.find("YMAX is 33.3333 there"), std::string::npos);
  EXPECT_NE(judge("YMAX <= 60", {60.000000001}).detail.find("YMAX is 60.000000001 there"),
            std::string::npos);
  VideoRecord video = make_video();
  video.light.max_cll = 1833.2513620081959;
  EXPECT_EQ(judge("max_cll <= 1000", {}, {}, video).detail, "max_cll is 1833.25");
  EXPECT_EQ(judge("max_cll <= 1833.25", {}, {}, video).detail, "max_cll is 1833.2513620081959");
}

TEST(Policy, ComparesAnswersAsNumbers) {
  VideoRecord video = make_video();
  video.declared.hdr10 = true;
  const RuleVerdict verdict = judge("hdr10 = 1", {}, {}, video);
  EXPECT_EQ(verdict.verdict, Verdict::pass);
  EXPECT_EQ(verdict.detail, "hdr10 is 1");
  EXPECT_EQ(judge("hdr10 = 0", {}, {}, video).verdict, Verdict::fail);
  EXPECT_EQ(judge("dolby_vision = 0", {}, {}, video).verdict, Verdict::pass);
}

TEST(Policy, ComparesPartsOfColoursByNumberOrName) {
  VideoRecord video = make_video();
  video.declared.colours.range = {0, "limited", DeclaredBy::container};
  video.declared.colours.matrix = {9, "bt2020nc", DeclaredBy::assumed};
  const auto verdict = [&](const std::string& rule) { return judge(rule, {}, {}, video).verdict; };
  EXPECT_EQ(verdict("range = limited"), Verdict::pass);
  EXPECT_EQ(verdict("range = full"), Verdict::fail);
  EXPECT_EQ(verdict("range = 0"), Verdict::pass);
  EXPECT_EQ(verdict("matrix != \"bt2020nc\""), Verdict::fail);
  EXPECT_EQ(verdict("matrix_by = assumed"), Verdict::pass);
  EXPECT_EQ(verdict("transfer = bt709"), Verdict::none);
  EXPECT_EQ(judge("range = full", {}, {}, video).rule, "range = full");
}

TEST(Policy, ComparesEachFrame) {
  struct Case {
    const char* rule;
    Verdict verdict;
  };
  for (const Case& one : {Case{"YMAX <= 3", Verdict::pass}, Case{"YMAX < 3", Verdict::fail},
                          Case{"YMAX >= 1", Verdict::pass}, Case{"YMAX > 1", Verdict::fail},
                          Case{"YMAX = 2", Verdict::fail}, Case{"YMAX != 4", Verdict::pass}})
    EXPECT_EQ(judge(one.rule, {1, 2, 3}).verdict, one.verdict) << one.rule;
  EXPECT_EQ(judge("YMAX <= 3", {1, 2, 3}).detail, "all of 3 frames");
  const RuleVerdict failed = judge("YMAX <= 3", {1, 5, 3, 4.5});
  EXPECT_EQ(
      failed.detail,
      "not in 2 of 4 frames, of which the first is frame 1 at 0:00.0; YMAX is 4.5 to 5 there");
}

TEST(Policy, CountsTheShareOfTheFramesThatHaveTheFigure) {
  const std::vector<double> values{9, 1, 1, NAN, 1}; // 3 of 4
  EXPECT_EQ(judge("YMAX < 5 in 75% of frames", values).verdict, Verdict::pass);
  EXPECT_EQ(judge("YMAX < 5 in 75.000001% of frames", values).verdict, Verdict::fail);
  std::vector<double> thousand(1000, 1);
  thousand[10] = thousand[20] = thousand[30] = 9;
  EXPECT_EQ(judge("YMAX < 5 in 99.7% of frames", thousand).verdict, Verdict::pass);
  EXPECT_EQ(judge("YMAX < 5 in 99.700001% of frames", thousand).verdict, Verdict::fail);
  const RuleVerdict none = judge("YMAX < 5", {NAN});
  EXPECT_EQ(none.verdict, Verdict::none);
  EXPECT_EQ(none.detail, "no frame has YMAX");
}

TEST(Policy, ComparesColumnsOfTheVideo) {
  EXPECT_EQ(judge("width >= 1920").verdict, Verdict::pass);
  EXPECT_EQ(judge("width > 1920").verdict, Verdict::fail);
  EXPECT_EQ(judge("width > 1920").detail, "width is 1920");
  EXPECT_EQ(judge("codec = H.264  (High Profile)").verdict, Verdict::pass);
  EXPECT_EQ(judge("codec = \"H.264 (High Profile)\"").verdict, Verdict::pass);
  EXPECT_EQ(judge("codec = H.264").verdict, Verdict::fail);
  EXPECT_EQ(judge("r103 = pass").verdict, Verdict::pass);
  EXPECT_EQ(judge("max_cll <= 1000").verdict, Verdict::none);
  EXPECT_EQ(judge("declared_max_cll <= 1000").detail, "declared_max_cll is not known");
  EXPECT_EQ(judge("container = Matroska").detail, "container is not known");
}

TEST(Policy, FailsForAKindOfFinding) {
  EXPECT_EQ(judge("no black", {}, {"frozen"}).verdict, Verdict::pass);
  EXPECT_EQ(judge("no black", {}, {"frozen", "black"}).verdict, Verdict::fail);
}

TEST(Policy, FailsForAFindingWhateverFiguresThereAre) {
  const RuleVerdict found = judge("no flashes", {}, {"flashes"});
  EXPECT_EQ(found.verdict, Verdict::fail);
  EXPECT_EQ(found.detail, "has findings flashes");
  VideoRecord video = make_video();
  video.frames = 4;
  const RuleVerdict unknown = judge("no flashes", {}, {}, video);
  EXPECT_EQ(unknown.verdict, Verdict::none);
  EXPECT_EQ(unknown.detail, "no frame has FLASHCOUNT, without which flashes are not looked for");
  video.sums[figure::FLASHCOUNT].frames = 4;
  const RuleVerdict all = judge("no flashes", {}, {}, video);
  EXPECT_EQ(all.verdict, Verdict::pass);
  EXPECT_EQ(all.detail, "has no finding flashes");
  video.sums[figure::FLASHCOUNT].frames = 1;
  const RuleVerdict some = judge("no flashes", {}, {}, video);
  EXPECT_EQ(some.verdict, Verdict::pass);
  EXPECT_EQ(some.detail, "has no finding flashes in the 1 of 4 frames that have FLASHCOUNT");
}

TEST(Policy, DoesNotApplyToAVideoThatFailed) {
  VideoRecord video;
  video.outcome = Outcome::failed;
  for (const char* rule : {"no black", "width = 0", "YMAX < 5"})
    EXPECT_EQ(judge(rule, {}, {}, video).verdict, Verdict::none) << rule;
}
