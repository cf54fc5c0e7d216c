# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gst-videohistogram-1.0 for fish.

set -l name gst-videohistogram-1.0
complete -c $name -n __fish_use_subcommand -f -l version -d 'Print the version'
complete -c $name -f -l help -d 'Print the help'
complete -c $name -n __fish_use_subcommand -f -a scan -d 'Analyse videos into a database'
complete -c $name -n __fish_use_subcommand -f -a report -d 'Make pages to read'
complete -c $name -n __fish_use_subcommand -f -a show -d 'Print videos and what was found in them'
complete -c $name -n __fish_use_subcommand -f -a shots -d 'Print shots'
complete -c $name -n __fish_use_subcommand -f -a export -d 'Write results into text files'
complete -c $name -n __fish_use_subcommand -f -a merge -d 'Put databases together'
complete -c $name -n __fish_use_subcommand -f -a scope -d 'Draw waveform, vectorscope and more of one frame'

complete -c $name -n '__fish_seen_subcommand_from scan report export merge scope' -r -s o -l output -d 'What to write'
complete -c $name -n '__fish_seen_subcommand_from scan export' -x -l format -a 'csv jsonl qctools'
complete -c $name -n '__fish_seen_subcommand_from export' -x -l format -a junit
complete -c $name -n '__fish_seen_subcommand_from scan' -r -l policy
complete -c $name -n '__fish_seen_subcommand_from shots' -x -l format -a 'csv edl'
complete -c $name -n '__fish_seen_subcommand_from report' -x -l thumbnails -d 'Images per video'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -s j -l jobs -d 'Videos at once'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l devices -a 'all none' -d 'GPUs that decode'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l start -d 'Seconds'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l duration -d 'Seconds'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l every -d 'Each N-th frame'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l stream -d 'The N-th video stream'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l sequence -d 'A pattern of names of images'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l rate -d 'Frames per second of --sequence'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l range -a 'full limited' -d 'Range of the videos'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l matrix -a 'bt709 smpte170m bt470bg bt2020nc' -d 'Matrix of the videos'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l transfer -a 'bt709 smpte2084 arib-std-b67' -d 'Transfer function of the videos'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l primaries -a 'bt709 smpte170m bt470bg bt2020' -d 'Primaries of the videos'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l per-frame -a 'yes no' -d 'A row per frame'
complete -c $name -n '__fish_seen_subcommand_from scan' -l counts -d 'Store histograms'
complete -c $name -n '__fish_seen_subcommand_from scan' -l fields -d 'Store figures of fields'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l timeout -d 'Seconds per video'
complete -c $name -n '__fish_seen_subcommand_from report' -x -l timeout -d 'Seconds per image'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l max-memory -d 'MiB per video'
complete -c $name -n '__fish_seen_subcommand_from scan' -s v -l verbose -d 'Say what decoded each video'
complete -c $name -n '__fish_seen_subcommand_from scan' -r -s T -l files-from -d 'A file with one input per line'
complete -c $name -n '__fish_seen_subcommand_from scan' -s 0 -l null -d 'Names end with a zero byte'
complete -c $name -n '__fish_seen_subcommand_from scan' -l list -d 'Print the names of the videos'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l black-pixel
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l black-picture
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l black-duration
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l black-bar
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l frozen-noise
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l frozen-duration
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l figures -a 'signalstats signalstats,qc signalstats,pse signalstats,qc,pse' -d 'What is recorded of each frame'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l flashes -a 'bt1702 ofcom nab-j strict iris' -d 'The limits of flashes'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l fail-on -a 'bars black cadence-broken chroma-phase clamped colours-disagree corrupted damaged decoder-errors dropout ends-early false-10-bit field-order flashes flashes-extended format-changed frozen gap head-clog interlaced light-changed line-repeats lost no-time not-counted r103 red-flashes short-freeze telecine time-backwards timeout truncated'
complete -c $name -n '__fish_seen_subcommand_from scan' -l live -d 'Analyse live sources until Ctrl-C'
complete -c $name -n '__fish_seen_subcommand_from scan' -l allow-network -d 'Inputs may be URIs of a network'
complete -c $name -n '__fish_seen_subcommand_from scan' -x -l shard -d 'The part I/N'
complete -c $name -n '__fish_seen_subcommand_from scope' -x -l at -d 'Time of the frame in seconds'
complete -c $name -n '__fish_seen_subcommand_from scope' -x -l width
complete -c $name -n '__fish_seen_subcommand_from scope' -x -l height
complete -c $name -n '__fish_seen_subcommand_from scope' -l over-video -d 'Draw the scopes over the frame'
complete -c $name -n '__fish_seen_subcommand_from scope' -x -s p -l properties -d 'Properties of the element'
complete -c $name -n '__fish_seen_subcommand_from merge' -l partial -d 'Some shards may be missing'
