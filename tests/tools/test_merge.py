#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scans of shards, and the merge of their databases."""
import os
import resource
import signal
import sqlite3

import support

CLUSTER = ("SLURM_", "JOB_COMPLETION")


def environment(**variables):
    """The environment without a cluster's variables, and with these."""
    return {**{name: value for name, value in os.environ.items() if not name.startswith(CLUSTER)}, **variables}


class Shards(support.TestCase):
    def setUp(self):
        super().setUp()
        for number, name in enumerate(support.HOSTILE[:6]):
            self.copy(support.SMALL if number < 2 else "rocket.jpg", name)
        (self.archive / "noise.webm").write_bytes(support.BROKEN)
        self.scan(self.archive, "--shard", "1/1", status=3)
        self.whole = support.dump(self.database)

    def shards(self):
        return sorted(path.name for path in self.folder.glob("shard*"))

    def merge(self, *inputs, output="all.db", **options):
        return self.command("merge", *inputs, "-o", output, cwd=self.folder, **options)

    def scan_shards(self, count):
        """Returns the names of the databases."""
        for index in range(1, count + 1):
            # The video that fails is in one of the shards.
            self.command("scan", self.archive, "--shard", f"{index}/{count}", "-o", self.folder / "shard.db",
                         status=3 if self.fails_in(index, count) else 0)
        return self.shards()

    def fails_in(self, index, count):
        number = self.query("SELECT id FROM videos WHERE outcome = 'failed'")[0][0]
        return number % count == index - 1

    def test_the_merge_of_any_number_of_shards_is_one_scan(self):
        for count, names in ((1, ["shard.db"]), (2, ["shard-1-of-2.db", "shard-2-of-2.db"]), (7, [f"shard-{i}-of-7.db" for i in range(1, 8)])):
            with self.subTest(count=count):
                self.assertEqual(self.scan_shards(count), names)
                self.assertEqual(self.merge(*names), ("", ""))
                self.assertEqual(support.dump(self.folder / "all.db"), self.whole)
                # Neither the order nor repetition matters, and what is there may be merged again.
                self.merge(*reversed(names), *names, "results.db")
                self.assertEqual(support.dump(self.folder / "all.db"), self.whole)
                for name in names:
                    with sqlite3.connect(self.folder / name) as connection:
                        self.assertEqual(connection.execute("PRAGMA journal_mode").fetchone(), ("delete",))
                for name in [*names, "all.db"]:
                    (self.folder / name).unlink()

    def test_shards_that_are_missing_are_named(self):
        names = self.scan_shards(7)
        some = [names[index] for index in (0, 2, 3, 6)]
        os.rename(self.folder / some[1], self.folder / "renamed.db")
        some[1] = "renamed.db"
        self.assertEqual(self.merge(*some, status=3)[1],
                         "all.db lacks shards 2, 5-6 of 7; merge them as well, or permit it with --partial\n")
        with sqlite3.connect(self.folder / "all.db") as connection:
            before = connection.execute("SELECT id FROM videos").fetchall()
        self.assertEqual(sorted(before), sorted(row for row in self.query("SELECT id FROM videos") if row[0] % 7 in (0, 2, 3, 6)))
        self.assertEqual(self.merge(*some, "--partial"), ("", ""))
        self.assertIn("lacks shards 6 of 7", self.merge(names[1], names[4], status=3)[1])
        # With the last one there is nothing that a scan of all videos has not.
        self.assertEqual(self.merge(names[5]), ("", ""))
        self.assertEqual(support.dump(self.folder / "all.db"), self.whole)
        # It stays one, also when the last command comes again.
        for name in (names[5], names[4]):
            self.assertEqual(self.merge(name), ("", ""))
            self.assertEqual(support.dump(self.folder / "all.db"), self.whole)

    def test_shards_of_a_scan_that_a_database_has_completely_do_not_make_it_incomplete(self):
        names = self.scan_shards(3)
        for inputs in (["results.db", names[0]], [names[1], "results.db"]):
            self.assertEqual(self.merge(*inputs), ("", ""))
            self.assertEqual(support.dump(self.folder / "all.db"), self.whole)
            (self.folder / "all.db").unlink()
        # Nor do they if only some of the shards were there before.
        self.assertIn("lacks shards 2-3 of 3", self.merge(names[0], status=3)[1])
        self.assertEqual(self.merge("results.db"), ("", ""))
        self.assertEqual(support.dump(self.folder / "all.db"), self.whole)

    def test_shards_of_another_archive_are_missing_also_from_a_whole_database(self):
        names = self.scan_shards(2)
        other = self.folder / "other"
        other.mkdir()
        for number in range(24):  # so many that no shard is empty, wherever the folder lies
            self.copy("rocket.jpg", f"{number}.jpg", other)
        shards = [self.folder / f"others-{index}-of-2.db" for index in (1, 2)]
        for index in (1, 2):
            self.command("scan", *sorted(other.iterdir()), "--shard", f"{index}/2", "-o", self.folder / "others.db")
            with sqlite3.connect(shards[index - 1]) as connection:
                self.assertGreater(connection.execute("SELECT count(*) FROM videos").fetchone(), (0,))
        self.merge("results.db")
        for _ in range(2):
            self.assertIn("all.db lacks shards 2 of 2", self.merge(shards[0], status=3)[1])
        self.merge("results.db", shards[0], output="both.db", status=3)
        self.assertEqual(support.dump(self.folder / "both.db"), support.dump(self.folder / "all.db"))
        # Shards of the first archive in another number of parts do not count, since the database has their videos.
        thirds = [name for name in self.scan_shards(3) if "of-3" in name]
        self.assertIn("all.db lacks shards 2 of 2;", self.merge(thirds[2], status=3)[1])
        for name in (shards[1], shards[0], thirds[0], names[0], "results.db"):
            self.assertEqual(self.merge(name), ("", ""))
        with sqlite3.connect(self.folder / "all.db") as connection:
            self.assertEqual(connection.execute("SELECT count(*) FROM shards").fetchone(), (0,))

    def test_numbers_of_shards_sort_like_their_names(self):
        self.command("scan", support.MEDIA / "rocket.jpg", "--shard", "3/12", "-o", self.folder / "a.b" / "x", status=2)
        (self.folder / "a.b").mkdir()
        self.command("scan", support.MEDIA / "rocket.jpg", "--shard", "3/12", "-o", self.folder / "a.b" / "x")
        self.assertEqual(os.listdir(self.folder / "a.b"), ["x-03-of-12"])

    def test_a_cluster_chooses_the_shard(self):
        for variables, expected in (
                ({"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "7", "SLURM_ARRAY_TASK_MIN": "3"}, "2-of-7"),
                ({"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "2"}, "1-of-2"),
                ({"SLURM_ARRAY_TASK_ID": "20", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "0",
                  "SLURM_ARRAY_TASK_STEP": "10"}, "3-of-3"),
                ({"JOB_COMPLETION_INDEX": "6", "JOB_COMPLETIONS": "7"}, "7-of-7")):
            with self.subTest(variables=variables):
                _, said = self.command("scan", support.MEDIA / "rocket.jpg", "-o", self.folder / "shard.db", env=environment(**variables))
                self.assertIn("shard " + expected.replace("-", " "), said)
                self.assertEqual(self.shards(), [f"shard-{expected}.db"])
                (self.folder / f"shard-{expected}.db").unlink()

    def test_a_cluster_that_says_too_little_is_refused(self):
        for variables, name in (({"SLURM_ARRAY_TASK_ID": "4"}, "SLURM_ARRAY_TASK_COUNT"),
                                ({"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "2"}, "Slurm array"),
                                ({"SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "2"}, "SLURM_ARRAY_TASK_ID"),
                                ({"JOB_COMPLETION_INDEX": "4"}, "JOB_COMPLETIONS"),
                                ({"JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "4"}, "JOB_COMPLETIONS")):
            with self.subTest(variables=variables):
                _, said = self.command("scan", support.MEDIA / "rocket.jpg", "-o", self.folder / "shard.db",
                                       env=environment(**variables), status=2)
                self.assertIn(name, said)
                self.command("scan", support.MEDIA / "rocket.jpg", "--shard", "1/1", "-o", self.folder / "one.db",
                             env=environment(**variables))
        for text in ("0/2", "3/2", "2", "1/", "a/b", "1/2/3", "-1/2"):
            self.command("scan", support.MEDIA, f"--shard={text}", "-o", self.folder / "shard.db", status=2)
        self.assertEqual(self.shards(), [])

    def test_complete_results_stay_before_others(self):
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE videos SET outcome = 'damaged', message = 'cut' WHERE outcome = 'complete'")
        self.scan(self.archive, output=self.folder / "good.db", status=3)
        for inputs in (("results.db", "good.db"), ("good.db", "results.db")):
            self.merge(*inputs)
            self.assertEqual(support.dump(self.folder / "all.db"), support.dump(self.folder / "good.db"))
            (self.folder / "all.db").unlink()

    def test_what_cannot_be_merged_is_refused_and_changes_nothing(self):
        (self.folder / "notes").write_text("no database, but longer than the header of one" * 10)
        (self.folder / "empty").write_bytes(b"")
        with sqlite3.connect(self.folder / "other.db") as connection:
            connection.execute("CREATE TABLE videos(id)")
        for inputs, output, words in ((["nothing.db"], "all.db", "nothing.db"), ([], "all.db", "name the databases"),
                                      (["results.db", "notes"], "all.db", "notes is not a database"),
                                      (["other.db"], "all.db", "another program"), (["empty"], "all.db", "empty"),
                                      (["results.db"], "./results.db", "is an input"), (["results.db"], "notes", "not a database"),
                                      (["results.db"], "other.db", "another program")):
            with self.subTest(inputs=inputs, output=output):
                self.assertIn(words, self.merge(*inputs, output=output, status=2)[1])
                self.assertFalse((self.folder / "all.db").exists())
        self.assertEqual(support.dump(self.database), self.whole)
        self.assertIn("-o", self.command("merge", self.database, status=2)[1])

    def test_different_settings_are_refused(self):
        self.scan(self.archive, output=self.folder / "b.db", status=3)
        with sqlite3.connect(self.folder / "b.db") as connection:
            connection.execute("INSERT INTO settings VALUES('further', '1')")
        # FILE has the settings of the first database and does not exist.
        self.assertIn("b.db and results.db have different settings", self.merge("results.db", "b.db", status=2)[1])
        self.assertFalse((self.folder / "all.db").exists())

    def test_a_setting_that_an_older_program_did_not_have_is_as_by_default(self):
        self.scan(self.archive, output=self.folder / "b.db", status=3)
        with sqlite3.connect(self.folder / "b.db") as connection:
            connection.execute("DELETE FROM settings WHERE name = 'black-bar'")
        for inputs in (("results.db", "b.db"), ("b.db", "results.db")):
            self.merge(*inputs)
            (self.folder / "all.db").unlink()
        with sqlite3.connect(self.database) as connection:
            connection.execute("UPDATE settings SET value = '0.5' WHERE name = 'black-bar'")
        self.assertIn("different settings", self.merge("results.db", "b.db", status=2)[1])

    def test_what_others_have_added_to_a_database_is_no_difference(self):
        self.copy(support.SMALL, "b.webm")
        self.scan(self.archive, output=self.folder / "b.db", status=None)
        with sqlite3.connect(self.folder / "b.db") as connection:
            connection.execute("CREATE INDEX bright ON frames(YAVG)")
            connection.execute("CREATE VIEW means AS SELECT YAVG FROM frames")
            connection.execute("CREATE TABLE notes(text TEXT)")
            connection.execute("ANALYZE")
        self.merge("b.db")
        rows = [self.query("SELECT * FROM frames ORDER BY video, frame", database=self.folder / name) for name in ("b.db", "all.db")]
        self.assertGreater(len(rows[0]), 0)
        self.assertEqual(rows[0], rows[1])

    def test_a_full_disk_leaves_the_output_as_it_was(self):
        self.command("scan", support.MEDIA / "rocket.jpg", "-o", self.folder / "all.db")
        before = support.dump(self.folder / "all.db")

        def limit():  # a write beyond the limit fails as on a full disk
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100 * 1024, 100 * 1024))
        self.assertIn("all.db", self.merge("results.db", status=3, preexec_fn=limit)[1])
        self.assertEqual(support.dump(self.folder / "all.db"), before)


if __name__ == "__main__":
    support.main()
