# Part of login.sh: the checks before the person is asked to confirm.

# Detects, on Linux only, that the caller ignores SIGHUP, like nohup (lowest bit of SigIgn). SIGHUP then does not end
# the login. It would still end Chromium's helpers, so Electron gets its own session.
gatehouse_read_hangup() {
  gatehouse_hangup=heeded
  gatehouse_session=
  test -r "/proc/$$/status" || return 0
  while read -r gatehouse_name gatehouse_mask; do
    test "$gatehouse_name" = SigIgn: || continue
    case $gatehouse_mask in *[13579bdf]) gatehouse_hangup=ignored ;; esac
  done <"/proc/$$/status"
  test "$gatehouse_hangup" = ignored && test -x /usr/bin/setsid && gatehouse_session=/usr/bin/setsid
}

# Refuses channels that are not writable, before the person confirms: the verdict could not be reported.
gatehouse_check_status() {
  if test -n "$gatehouse_status_fd" && ! test -e "/dev/fd/$gatehouse_status_fd"; then
    gatehouse_number=$gatehouse_status_fd
    gatehouse_status_fd=
    gatehouse_usage "--status-fd: descriptor $gatehouse_number is not open"
  fi
  test -n "$gatehouse_status_file" || return 0
  gatehouse_value=$gatehouse_status_file
  gatehouse_status_file=
  # A path that starts with `-` would be an option of a tool.
  case $gatehouse_value in /*) ;; *) gatehouse_value=./$gatehouse_value ;; esac
  gatehouse_folder=${gatehouse_value%/*}/
  test -d "$gatehouse_folder" || gatehouse_usage "--status-file: the folder $gatehouse_folder does not exist"
  if test -e "$gatehouse_value" && ! test -f "$gatehouse_value"; then
    gatehouse_usage "--status-file: $gatehouse_value is not a file"
  fi
  # Resolve links in the path.
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
  # Delete an old verdict, which a reader could take for the new one.
  PATH=/usr/bin:/bin rm -f "$gatehouse_value" 2>/dev/null ||
    gatehouse_usage "--status-file: $gatehouse_value cannot be replaced"
  gatehouse_status_file=$gatehouse_value
}

# SECURITY: SEC-103 another account cannot replace the status file. Each folder up to the root belongs to root or to
# the person. Other accounts can write only to sticky folders above the file's own folder. The person's private group
# counts as the person.
gatehouse_check_folders() {
  gatehouse_group=
  if test "$(PATH=/usr/bin:/bin id -gn)" = "$(PATH=/usr/bin:/bin id -un)"; then
    gatehouse_group=$(PATH=/usr/bin:/bin id -g)
    while IFS=: read -r gatehouse_name gatehouse_mask gatehouse_number gatehouse_members; do
      test "$gatehouse_number" != "$gatehouse_group" || case $gatehouse_members in
        '' | "$gatehouse_name") ;;
        *) gatehouse_group= ;;
      esac
    done </etc/group
  fi
  gatehouse_above=$gatehouse_folder
  gatehouse_sticky=
  while :; do
    # $1: mode; $2: links; $3: number of the owner; $4: number of the group.
    # shellcheck disable=SC2046,SC2012 # words, and a folder's name alone
    set -- $(PATH=/usr/bin:/bin ls -ldn "${gatehouse_above:-/}" 2>/dev/null)
    gatehouse_shared=
    case ${1-} in
      # An access control list (`+`) may let other accounts write.
      d????w????+*) gatehouse_shared=yes ;;
      d????w????*) test "${4-}" = "$gatehouse_group" || gatehouse_shared=yes ;;
    esac
    case ${1-} in d???????w*) gatehouse_shared=yes ;; esac
    case ${1-} in d????????[tT]*) test -z "$gatehouse_sticky" || gatehouse_shared= ;; esac
    case ${1-} in d*) ;; *) gatehouse_shared=yes ;; esac
    test "${3-}" = 0 || test -O "${gatehouse_above:-/}" || gatehouse_shared=yes
    test -z "$gatehouse_shared" ||
      gatehouse_usage "--status-file: another account can change the folder ${gatehouse_above:-/}: name a folder of your own"
    test -n "$gatehouse_above" || break
    gatehouse_above=${gatehouse_above%/*}
    gatehouse_sticky=counts
  done
}

# Chooses the descriptor from which the command reads the result; 0 is its standard input.
gatehouse_choose_result() {
  case $gatehouse_result in
    fd:[3-9])
      gatehouse_result_fd=${gatehouse_result#fd:}
      if test -e "/dev/fd/$gatehouse_result_fd"; then
        gatehouse_result_fd=
        gatehouse_usage "--result: descriptor ${gatehouse_result#fd:} is open already"
      fi
      ;;
    stdin)
      test -t 0 && gatehouse_usage '--result: stdin is a terminal, which the command would lose: use fd:3'
      gatehouse_result_fd=0
      ;;
    '')
      for gatehouse_result_fd in 3 4 5 6 7 8 9; do
        test -e "/dev/fd/$gatehouse_result_fd" || break
      done
      ;;
  esac
}
