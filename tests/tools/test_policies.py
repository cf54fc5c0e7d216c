#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Policies of scans: verdicts in the database, in show, report and JUnit XML, and the exit status."""
import sqlite3
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import support

FRAMES = support.SMALL_FRAMES


class Policies(support.TestCase):
    def setUp(self):
        super().setUp()
        self.policy = self.folder / "policy.ini"
        self.copy(support.SMALL, "a.webm")

    def judge(self, text, *arguments, status=0):
        """Scans the archive with a policy. Returns what was written to stderr."""
        self.policy.write_text(text, encoding="utf-8")
        return self.command("scan", self.archive, "-o", self.database, "--devices", "none", "--policy", self.policy, *arguments, status=status)[1]

    def verdicts(self, name="a.webm"):
        return self.query("SELECT policy, rule, verdict FROM verdicts JOIN videos ON id = video WHERE path LIKE ? ORDER BY rule", "%/" + name)

    def share(self, condition):
        """The share in percent of the frames of a.webm that meet a condition in SQL."""
        met, = self.query(f"SELECT count(*) FROM frames JOIN videos ON id = video WHERE path LIKE '%/a.webm' AND {condition}")[0]
        return 100 * met / FRAMES

    def test_a_share_of_frames_is_that_of_the_rows(self):
        self.scan(self.archive)
        middle, = self.query("SELECT YMAX FROM frames ORDER BY YMAX LIMIT 1 OFFSET ?", FRAMES // 2)[0]
        share = self.share(f"YMAX < {middle}")
        self.assertTrue(0 < share < 100, share)
        for percent, status in ((share - 1e-4, 0), (share + 1e-4, 1)):
            self.database.unlink()
            self.judge(f"YMAX < {middle} in {percent:.6f}% of frames", status=status)
            self.assertEqual(self.verdicts(), [("", f"YMAX < {middle} in {percent:.6f}% of frames", "fail" if status else "pass")])

    def test_videos_of_an_earlier_scan_are_judged_by_their_rows(self):
        self.scan(self.archive)
        self.judge(f"[size]\nwidth = {support.SMALL_WIDTH}\n[levels]\nYMAX < 0 in 0.5% of frames\nno lost", status=1)
        self.assertEqual(self.verdicts(), [("levels", "YMAX < 0 in 0.5% of frames", "fail"), ("levels", "no lost", "pass"),
                                           ("size", f"width = {support.SMALL_WIDTH}", "pass")])
        self.judge("YMAX >= 0")
        self.assertEqual(self.verdicts(), [("", "YMAX >= 0", "pass")])
        self.scan(self.archive)
        self.assertEqual(len(self.verdicts()), 1)

    def test_rows_and_frames_on_their_way_are_judged_alike(self):
        rules = "[a]\nYAVG < 60\nSATMAX <= 40 in 50% of frames\nLIGHTPEAK < 5\nframes = 120\nmax_cll < 100\nno frozen\ncodec != x\noutcome = complete"
        self.judge(rules, status=1)
        straight = self.query("SELECT policy, rule, verdict, detail FROM verdicts")
        self.assertEqual(len(straight), 8)
        self.database.unlink()
        self.scan(self.archive)
        self.judge(rules, status=1)
        self.assertEqual(self.query("SELECT policy, rule, verdict, detail FROM verdicts"), straight)

    def test_a_database_without_frames_judges_them_on_their_way_only(self):
        self.judge("YMAX >= 0", "--per-frame=no")
        self.assertEqual(self.verdicts(), [("", "YMAX >= 0", "pass")])
        self.judge("YMAX >= 0", "--per-frame=no")
        self.assertEqual(self.verdicts(), [("", "YMAX >= 0", "pass")])

    def test_a_verdict_that_frames_gave_stays_when_other_rules_are_judged(self):
        """Without rows, a rule about a share of the frames cannot be judged later."""
        self.scan(self.archive)
        middle, = self.query("SELECT YAVG FROM frames WHERE video = (SELECT id FROM videos WHERE path LIKE '%/a.webm') ORDER BY YAVG LIMIT 1 OFFSET ?",
                             FRAMES // 2)[0]
        self.database.unlink()
        first, second = (f"YAVG < {middle} in {share}% of frames" for share in (1, 2))
        self.judge(first, "--per-frame=no")
        self.judge(f"{first}\n{second}\nwidth > 0", "--per-frame=no")
        self.assertEqual(self.verdicts(), [("", first, "pass"), ("", second, ""), ("", "width > 0", "pass")])

    def test_a_rule_without_a_verdict_is_judged_again(self):
        self.scan(self.archive)
        self.judge("YMAX >= 0\nwidth > 0")
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE verdicts SET verdict = '', detail = '' WHERE rule = 'YMAX >= 0'")
        self.judge("YMAX >= 0\nwidth > 0")
        self.assertEqual(self.verdicts(), [("", "YMAX >= 0", "pass"), ("", "width > 0", "pass")])

    def test_without_rows_the_least_and_the_greatest_value_decide_where_they_can(self):
        self.scan(self.archive, "--per-frame=no")
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE sums SET minimum = 10, maximum = 20 WHERE figure = 'YMAX'")
        connection.close()
        expected = {"YMAX <= 20": "pass", "YMAX <= 19": "fail", "YMAX < 20": "fail", "YMAX >= 10": "pass", "YMAX > 10": "fail",
                    "YMAX <= 15 in 50% of frames": "", "YMAX <= 9 in 0.1% of frames": "fail", "YMAX <= 15 in 99.5% of frames": "fail",
                    "YMAX <= 20 in 50% of frames": "pass", "YMAX <= 9 in 0% of frames": "pass",
                    "YMAX = 15": "fail", "YMAX = 15 in 50% of frames": "", "YMAX = 25 in 1% of frames": "fail", "YMAX = 10": "fail",
                    "YMAX != 25": "pass", "YMAX != 15": "", "YMAX != 10": "fail", "YMAX != 10 in 50% of frames": "",
                    f"width = {support.SMALL_WIDTH}": "pass"}
        self.judge("\n".join(expected), "--per-frame=no", status=1)
        verdicts = {rule: (verdict, detail) for rule, verdict, detail in self.query("SELECT rule, verdict, detail FROM verdicts")}
        self.assertEqual({rule: verdict for rule, (verdict, _) in verdicts.items()}, expected)
        self.assertEqual(verdicts["YMAX <= 20"][1], f"YMAX is 10 to 20 in {FRAMES} frames")
        self.assertEqual(verdicts["YMAX != 15"][1], f"YMAX is 10 to 20 in {FRAMES} frames; the database has no rows per frame to count "
                         "those that meet the rule; scan again into another file")

    def test_a_rule_about_a_figure_says_how_many_frames_have_it(self):
        self.scan(self.archive)
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE frames SET YMAX = 30 WHERE frame < 50")
            connection.execute("UPDATE frames SET YMAX = NULL WHERE frame >= 50")
        connection.close()
        self.judge("YMAX = 30\nYMAX > 30", status=1)
        self.assertEqual(self.query("SELECT verdict, detail FROM verdicts ORDER BY rule"),
                         [("pass", f"all of 50 frames; 50 of {FRAMES} frames have YMAX"),
                          ("fail", "not in 50 of 50 frames, of which the first is frame 0 at 0:00.0; YMAX is 30 there; "
                           f"50 of {FRAMES} frames have YMAX")])

    def test_findings_are_judged_alike_with_and_without_rows_of_frames(self):
        kinds = self.finding_kinds()
        rules = "".join(f"no {kind}\n" for kind in kinds)
        for per_frame in ("yes", "no"):
            with self.subTest(per_frame=per_frame):
                self.database = self.folder / f"{per_frame}.db"
                self.scan(self.archive, f"--per-frame={per_frame}")
                self.judge(rules, f"--per-frame={per_frame}")
                self.assertEqual(self.query("SELECT rule, verdict, detail FROM verdicts ORDER BY rule"),
                                 sorted((f"no {kind}", "pass", f"has no finding {kind}") for kind in kinds))
                with sqlite3.connect(self.database) as connection:
                    connection.execute("DELETE FROM verdicts")
                    connection.executemany("INSERT INTO findings SELECT id, ?, 3, 4, NULL, NULL, '' FROM videos", [(kind,) for kind in kinds])
                connection.close()
                self.judge(rules, f"--per-frame={per_frame}", status=1)
                self.assertEqual(self.query("SELECT rule, verdict, detail FROM verdicts ORDER BY rule"),
                                 sorted((f"no {kind}", "fail", f"has findings {kind}") for kind in kinds))

    def test_a_finding_fails_its_rule_also_where_no_frame_has_the_figure(self):
        self.scan(self.archive)
        with sqlite3.connect(self.database) as connection:
            connection.execute("INSERT INTO findings SELECT id, 'flashes', 3, 4, NULL, NULL, '' FROM videos")
            connection.execute("UPDATE frames SET FLASHCOUNT = NULL, REDCOUNT = NULL")
            connection.execute("DELETE FROM sums WHERE figure IN ('FLASHCOUNT', 'REDCOUNT')")
        connection.close()
        self.judge("no flashes\nno red-flashes", status=1)
        self.assertEqual(self.query("SELECT rule, verdict, detail FROM verdicts ORDER BY rule"),
                         [("no flashes", "fail", "has findings flashes"),
                          ("no red-flashes", "", "no frame has REDCOUNT, without which red-flashes are not looked for")])

    def test_a_rule_about_findings_says_of_how_many_frames_it_is(self):
        self.scan(self.archive)
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE frames SET FLASHCOUNT = NULL WHERE frame >= 50")
            connection.execute("UPDATE sums SET frames = 50 WHERE figure = 'FLASHCOUNT'")
        connection.close()
        self.judge("no flashes")
        self.assertEqual(self.query("SELECT verdict, detail FROM verdicts"),
                         [("pass", f"has no finding flashes in the 50 of {FRAMES} frames that have FLASHCOUNT")])

    def test_show_and_report_tell_verdicts_and_failed_rules_come_first(self):
        self.copy(support.SMALL, "b.webm")
        self.judge("width > 0\nYMAX < 1\nmax_cll < 100", status=1)
        with sqlite3.connect(self.database) as connection:
            connection.execute("DELETE FROM verdicts WHERE rule = 'YMAX < 1' AND video = (SELECT id FROM videos WHERE path LIKE '%/b.webm')")
        connection.close()
        listed = self.command("show", self.database)[0].splitlines()
        self.assertEqual(listed[0].split()[3], "Policy")
        self.assertRegex(listed[1], r"\bfail .*a\.webm$")
        self.assertRegex(listed[2], r"\bpass .*b\.webm$")
        shown = self.command("show", self.database, "a.webm")[0]
        self.assertRegex(shown, r"fail +YMAX < 1 +not in 120 of 120 frames, of which the first is frame 0 at 0:00.0; YMAX is \d+ to \d+ there\n")
        self.assertRegex(shown, r"none +max_cll < 100 +max_cll is not known\n")
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE videos SET r103 = 'fail'")
        connection.close()
        site = self.folder / "site"
        self.command("report", self.database, "-o", site, "--thumbnails", "0")
        page = next(site.glob("a.webm-*")).read_text(encoding="utf-8")
        self.assertIn("policy fail", page)
        self.assertIn("<td class=\"bad\">fail</td><td></td><td>YMAX &lt; 1</td>", page)
        index = (site / "index.html").read_text(encoding="utf-8")
        self.assertIn("<h2>Fails the policy <span class=\"soft\">1</span></h2>", index)
        self.assertIn("policy pass", index)
        self.assertIn("<b>1</b><span>fail the policy</span>", index)
        self.assertIn("<b>2</b><span>with findings</span>", index)  # the one that fails the policy has some, too

    # The attributes that the common schema of JUnit's results has, and those that it requires, of the elements that are written.
    SCHEMA = {"testsuites": ({"name", "time", "tests", "failures", "errors", "skipped", "disabled"}, {"tests", "failures", "errors"}),
              "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname", "id", "package"},
                            {"name", "tests", "failures", "errors", "skipped"}),
              "testcase": ({"name", "classname", "time", "status", "assertions", "file", "line"}, {"name", "classname"}),
              "failure": ({"message", "type"}, {"message", "type"}), "error": ({"message", "type"}, {"message", "type"}),
              "skipped": ({"message"}, {"message"})}
    PARENTS = {"testsuite": "testsuites", "testcase": "testsuite", "failure": "testcase", "error": "testcase", "skipped": "testcase"}

    def check_schema(self, root):
        """Whether elements have their attributes, are where they may be, and are as many as is said."""
        self.assertEqual(root.tag, "testsuites")
        for parent in root.iter():
            allowed, required = self.SCHEMA[parent.tag]
            self.assertLessEqual(required, set(parent.keys()))
            self.assertLessEqual(set(parent.keys()), allowed)
            for child in parent:
                self.assertEqual(self.PARENTS[child.tag], parent.tag)
            if parent.tag == "testcase":
                self.assertLessEqual(len(parent), 1)
            for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                if parent.tag in ("testsuites", "testsuite"):
                    self.assertEqual(int(parent.get(name)), len(list(parent.iter(tag))), (parent.tag, name))

    def export_suites(self):
        """The test suite of each video, by its name."""
        out = self.folder / "junit"
        self.command("export", self.database, "--format", "junit", "-o", out)
        suites = {}
        for path in out.iterdir():
            self.assertRegex(path.name, r"^[A-Za-z0-9_.]+-[0-9a-f]{16}\.junit\.xml$")
            root = ElementTree.parse(path).getroot()
            self.check_schema(root)
            suites[path.name.split("-")[0]], = root
        return suites

    def test_junit_of_any_name_and_any_rule_is_well_formed(self):
        for name in [*support.HOSTILE, "\ufffe\uffff.webm".encode()]:
            self.copy("rocket.jpg", name)
        self.judge("[<a> & \"b\" ]]>]\ncodec = \"<&> ]]> \u0001 \ufffe\"\nYMAX < 0", status=1)
        suites = self.export_suites()
        self.assertEqual(len(suites), len(support.HOSTILE) + 2)
        names = {suite.get("name") for suite in suites.values()}
        self.assertIn(str(self.archive / "\\xef\\xbf\\xbe\\xef\\xbf\\xbf.webm"), names)
        for suite in suites.values():
            case = next(case for case in suite if case.get("classname") == "<a> & \"b\" ]]>" and "codec" in case.get("name"))
            self.assertEqual(case.get("name"), "codec = \"<&> ]]> \\x01 \\xef\\xbf\\xbe\"")
            self.assertEqual(case.find("failure").text, case.find("failure").get("message"))

    def test_junit_has_a_test_per_rule(self):
        (self.archive / "noise.webm").write_bytes(b"noise" * 1000)
        self.judge("[levels & more]\nYMAX < 1\n[size]\nwidth > 0\nmax_cll < 100", status=1)
        suites = self.export_suites()
        suite = suites["a.webm"]
        self.assertEqual({name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")},
                         {"tests": "3", "failures": "1", "errors": "0", "skipped": "1"})
        self.assertEqual(suite.get("name"), str(self.archive / "a.webm"))
        results = {(case.get("classname"), case.get("name")): [child.tag for child in case] for case in suite}
        self.assertEqual(results, {("levels & more", "YMAX < 1"): ["failure"], ("size", "width > 0"): [], ("size", "max_cll < 100"): ["skipped"]})
        self.assertIn("not in 120 of 120 frames", suite.find("testcase/failure").get("message"))
        noise = suites["noise.webm"]  # has no video
        self.assertEqual({name: noise.get(name) for name in ("tests", "failures", "errors", "skipped")},
                         {"tests": "1", "failures": "0", "errors": "0", "skipped": "1"})
        message, = self.query("SELECT message FROM videos WHERE outcome = 'skipped'")[0]
        self.assertEqual(noise.find("testcase/skipped").get("message"), message)
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE videos SET outcome = 'failed' WHERE outcome = 'skipped'")
        connection.close()
        noise = self.export_suites()["noise.webm"]
        self.assertEqual((noise.get("errors"), noise.get("skipped")), ("1", "0"))
        self.assertEqual(noise.find("testcase/error").get("message"), message)

    def test_merged_databases_keep_verdicts(self):
        self.judge("YMAX < 1", status=1)
        merged = self.folder / "merged.db"
        self.command("merge", self.database, "-o", merged)
        self.assertEqual(self.query("SELECT rule, verdict FROM verdicts", database=merged), [("YMAX < 1", "fail")])

    def test_an_older_database_is_read_and_not_written(self):
        self.scan(self.archive)
        with sqlite3.connect(self.database) as connection:
            connection.execute("DROP TABLE verdicts")
            connection.execute("PRAGMA user_version = 4")
        connection.close()
        self.assertIn("a.webm", self.command("show", self.database)[0])
        self.command("show", self.database, "a.webm")
        self.command("report", self.database, "-o", self.folder / "site", "--thumbnails", "0")
        self.command("export", self.database, "-o", self.folder / "text")
        self.command("shots", self.database)
        for arguments in (("scan", self.archive, "-o", self.database), ("merge", self.database, "-o", self.folder / "merged.db")):
            self.assertIn("into another file", self.command(*arguments, status=2)[1])
        self.assertIn("no verdicts", self.command("export", self.database, "--format", "junit", "-o", self.folder / "x", status=2)[1])

    def test_the_policy_of_the_documentation_has_only_rules(self):
        text = (Path(__file__).resolve().parent.parent.parent / "docs/archive.md").read_text(encoding="utf-8").split("```ini\n")[1].split("```")[0]
        self.judge(text, status=1)
        self.assertEqual({policy for policy, _, _ in self.verdicts()}, {"levels", "content", "format"})
        self.assertEqual(len(self.verdicts()), len([line for line in text.splitlines() if line and line[0] not in ";["]))

    def test_wrong_policies_are_refused_before_any_video_is_read(self):
        self.assertIn("policy.ini:2: there is no kind of finding \"blue\"", self.judge("width > 0\nno blue", status=2))
        self.assertIn("has no rule", self.judge("; nothing\n", status=2))
        for rule in ("matrix = bt7O9", "transfer != pq", "primaries = bt2100", "chroma_place = middle"):
            self.assertIn(f"`{rule}`, but FFmpeg has no such name", self.judge(f"width > 0\n{rule}", status=2))
        self.assertIn("needs a database", self.judge("width > 0", "--format", "csv", status=2))
        missing = self.command("scan", self.archive, "-o", self.database, "--policy", self.folder / "none.ini", status=2)[1]
        self.assertIn("cannot read the policy", missing)
        folder = self.command("scan", self.archive, "-o", self.database, "--policy", self.archive, status=2)[1]
        self.assertIn("archive: Is a directory", folder)
        self.assertFalse(self.database.exists())


if __name__ == "__main__":
    support.main()
