# SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of gst-videohistogram-1.0 for bash.

_gst_videohistogram() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "scan report show shots export merge scope --help --version" -- "$current")
    return
  fi
  local words=
  case $previous in
    --format)
      words="csv jsonl qctools"
      [[ ${COMP_WORDS[1]} == shots ]] && words="csv edl"
      [[ ${COMP_WORDS[1]} == export ]] && words+=" junit"
      ;;
    --fail-on) words="bars black cadence-broken chroma-phase clamped colours-disagree corrupted damaged decoder-errors dropout ends-early false-10-bit field-order flashes flashes-extended format-changed frozen gap head-clog interlaced light-changed line-repeats lost no-time not-counted r103 red-flashes short-freeze telecine time-backwards timeout truncated" ;;
    --devices) words="all none" ;;
    --range) words="full limited" ;;
    --matrix) words="bt709 smpte170m bt470bg bt2020nc" ;;
    --transfer) words="bt709 smpte2084 arib-std-b67" ;;
    --primaries) words="bt709 smpte170m bt470bg bt2020" ;;
    --per-frame) words="yes no" ;;
    --figures) words="signalstats signalstats,qc signalstats,pse signalstats,qc,pse" ;;
    --flashes) words="bt1702 ofcom nab-j strict iris" ;;
    --sequence | --rate | --start | --duration | --every | --stream | --timeout | --max-memory | --jobs | -j | --shard | --thumbnails | \
      --at | --width | --height | --properties | -p | --black-* | --frozen-*)
      return
      ;;
  esac
  if [[ -z $words && $current == -* ]]; then
    words=--help
    case ${COMP_WORDS[1]} in
      scan)
        words+=" --output --format --jobs --devices --verbose --start --duration --every --stream --sequence --rate --range --matrix --transfer --primaries --per-frame --counts --fields --timeout --max-memory --live --allow-network --files-from --null --list --black-pixel --black-picture --black-duration --black-bar
          --frozen-noise --frozen-duration --figures --flashes --fail-on --policy --shard"
        ;;
      report) words+=" --output --thumbnails --timeout" ;;
      shots) words+=" --format" ;;
      export) words+=" --output --format" ;;
      merge) words+=" --output --partial" ;;
      scope) words+=" --output --at --width --height --over-video --properties" ;;
    esac
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _gst_videohistogram gst-videohistogram-1.0
