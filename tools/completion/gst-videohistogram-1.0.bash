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
  local formats="csv jsonl qctools"
  [[ ${COMP_WORDS[1]} == shots ]] && formats="csv edl"
  case $previous in
    --format)
      mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$current")
      return
      ;;
    --fail-on)
      mapfile -t COMPREPLY < <(compgen -W "black frozen flashes r103 corrupted damaged decoder-errors ends-early gap format-changed no-time time-backwards timeout truncated not-counted lost" -- "$current")
      return
      ;;
    --devices)
      mapfile -t COMPREPLY < <(compgen -W "all none" -- "$current")
      return
      ;;
    --per-frame)
      mapfile -t COMPREPLY < <(compgen -W "yes no" -- "$current")
      return
      ;;
    --start | --duration | --every | --stream | --timeout | --max-memory | --jobs | -j | --shard | --thumbnails | \
      --at | --width | --height | --properties | -p | --black-* | --frozen-*)
      return
      ;;
  esac
  local options=--help
  case ${COMP_WORDS[1]} in
    scan)
      options+=" --output --format --jobs --devices --verbose --start --duration --every --stream --per-frame --counts --timeout --max-memory --live --allow-network --files-from --null --list --black-pixel --black-picture --black-duration
        --frozen-noise --frozen-duration --fail-on --shard"
      ;;
    report) options+=" --output --thumbnails --timeout" ;;
    shots) options+=" --format" ;;
    export) options+=" --output --format" ;;
    merge) options+=" --output --partial" ;;
    scope) options+=" --output --at --width --height --over-video --properties" ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _gst_videohistogram gst-videohistogram-1.0
