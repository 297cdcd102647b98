# Part of login.sh: the checks before the person is asked to confirm.

# Was SIGHUP ignored from the start, as nohup does? (Linux only: bit 1 of SigIgn.) Then it does not end the login. It
# would still end Chromium's helpers, so Electron gets a session of its own.
gatehouse_read_hangup() {
  gatehouse_hangup=heeded
  gatehouse_session=
  [ -r "/proc/$$/status" ] || return 0
  while read -r gatehouse_name gatehouse_mask; do
    [ "$gatehouse_name" = SigIgn: ] || continue
    case $gatehouse_mask in *[13579bdf]) gatehouse_hangup=ignored ;; esac
  done <"/proc/$$/status"
  [ "$gatehouse_hangup" = ignored ] && [ -x /usr/bin/setsid ] && gatehouse_session=/usr/bin/setsid
}

# Refuses channels that cannot take a verdict, before the person confirms a login that could not be reported.
gatehouse_check_status() {
  if [ -n "$gatehouse_status_fd" ] && ! [ -e "/dev/fd/$gatehouse_status_fd" ]; then
    gatehouse_number=$gatehouse_status_fd
    gatehouse_status_fd=
    gatehouse_usage "--status-fd: descriptor $gatehouse_number is not open"
  fi
  [ -n "$gatehouse_status_file" ] || return 0
  gatehouse_value=$gatehouse_status_file
  gatehouse_status_file=
  # So that no tool takes it for an option.
  case $gatehouse_value in /*) ;; *) gatehouse_value=./$gatehouse_value ;; esac
  gatehouse_folder=${gatehouse_value%/*}/
  [ -d "$gatehouse_folder" ] || gatehouse_usage "--status-file: the folder $gatehouse_folder does not exist"
  if [ -e "$gatehouse_value" ] && ! [ -f "$gatehouse_value" ]; then
    gatehouse_usage "--status-file: $gatehouse_value is not a file"
  fi
  # Without links from here on.
  gatehouse_folder=$(unset CDPATH && cd -P "$gatehouse_folder" && pwd -P && echo .) || gatehouse_folder=/.
  gatehouse_folder=${gatehouse_folder%??}
  gatehouse_value=${gatehouse_value##*/}
  gatehouse_check_folders
  gatehouse_folder=${gatehouse_folder%/}/
  gatehouse_value=$gatehouse_folder$gatehouse_value
  # An unpredictable name, so that no other account can prepare a file there.
  gatehouse_status_draft=$(PATH=/usr/bin:/bin mktemp "$gatehouse_folder.gatehouse.XXXXXXXXXX" 2>/dev/null) || {
    gatehouse_status_draft=
    gatehouse_usage "--status-file: nothing can be written in $gatehouse_folder"
  }
  # An old verdict would be read as this one.
  PATH=/usr/bin:/bin rm -f "$gatehouse_value" 2>/dev/null ||
    gatehouse_usage "--status-file: $gatehouse_value cannot be replaced"
  gatehouse_status_file=$gatehouse_value
}

# SECURITY: SEC-103 another account cannot replace the status file: each folder up to the root belongs to root or to the
# person, and another can write only to a sticky one above the file's own. The person's own group counts as the
# person, where it has no other member.
gatehouse_check_folders() {
  gatehouse_group=
  if [ "$(PATH=/usr/bin:/bin id -gn)" = "$(PATH=/usr/bin:/bin id -un)" ]; then
    gatehouse_group=$(PATH=/usr/bin:/bin id -g)
    while IFS=: read -r gatehouse_name gatehouse_mask gatehouse_number gatehouse_members; do
      [ "$gatehouse_number" != "$gatehouse_group" ] || case $gatehouse_members in
        '' | "$gatehouse_name") ;;
        *) gatehouse_group= ;;
      esac
    done </etc/group
  fi
  gatehouse_above=$gatehouse_folder
  gatehouse_sticky=
  while :; do
    # Mode, links, owner and group by their numbers.
    # shellcheck disable=SC2046,SC2012 # words, and a folder's name alone
    set -- $(PATH=/usr/bin:/bin ls -ldn "${gatehouse_above:-/}" 2>/dev/null)
    gatehouse_shared=
    case ${1-} in
      # An access control list gives more than the group.
      d????w????+*) gatehouse_shared=yes ;;
      d????w????*) [ "${4-}" = "$gatehouse_group" ] || gatehouse_shared=yes ;;
    esac
    case ${1-} in d???????w*) gatehouse_shared=yes ;; esac
    case ${1-} in d????????[tT]*) [ -z "$gatehouse_sticky" ] || gatehouse_shared= ;; esac
    case ${1-} in d*) ;; *) gatehouse_shared=yes ;; esac
    [ "${3-}" = 0 ] || [ -O "${gatehouse_above:-/}" ] || gatehouse_shared=yes
    [ -z "$gatehouse_shared" ] ||
      gatehouse_usage "--status-file: another account can change the folder ${gatehouse_above:-/}: name a folder of your own"
    [ -n "$gatehouse_above" ] || break
    gatehouse_above=${gatehouse_above%/*}
    gatehouse_sticky=counts
  done
}

# Chooses the descriptor on which the command finds its result; 0 is its standard input.
gatehouse_choose_result() {
  case $gatehouse_result in
    fd:[3-9])
      gatehouse_result_fd=${gatehouse_result#fd:}
      if [ -e "/dev/fd/$gatehouse_result_fd" ]; then
        gatehouse_result_fd=
        gatehouse_usage "--result: descriptor ${gatehouse_result#fd:} is open already"
      fi
      ;;
    stdin)
      [ -t 0 ] && gatehouse_usage '--result: stdin is a terminal, which the command would lose: use fd:3'
      gatehouse_result_fd=0
      ;;
    '')
      for gatehouse_result_fd in 3 4 5 6 7 8 9; do
        [ -e "/dev/fd/$gatehouse_result_fd" ] || break
      done
      ;;
  esac
}
