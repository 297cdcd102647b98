# bash completion of gatehouse
_gatehouse() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    if [[ ${COMP_WORDS[index]} == -- ]]; then
      declare -F _command_offset >/dev/null && _command_offset $((index + 1))
      return
    fi
  done
  case $before in
    @FILES@)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      compopt -o filenames 2>/dev/null
      return ;;
    --method) mapfile -t COMPREPLY < <(compgen -W '@METHODS@' -- "$word"); return ;;
@VERBS@
    validate)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      compopt -o filenames 2>/dev/null
      return ;;
    @VALUES@) return ;;
  esac
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '@WORDS@ --' -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -W '@NAMES@ --' -- "$word")
  fi
}
complete -F _gatehouse gatehouse
