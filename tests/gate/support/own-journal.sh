# Runs a command beside a journal of its own (systemd-journald), in a mount namespace whose /dev/log leads to
# /run/systemd/journal/dev-log (own-system-log.sh). Then writes the entries of the tag gatehouse, each as JSON.
#   sh own-journal.sh ENTRIES COMMAND [ARGUMENT ...]
entries=$1
shift
mount -t tmpfs none /run || exit 70
mkdir -p /run/systemd/journal /run/systemd/system /run/log/journal
/usr/lib/systemd/systemd-journald >/run/journald.txt 2>&1 &
journald=$!
tries=0
until test -S /run/systemd/journal/dev-log; do
  tries=$((tries + 1))
  test "$tries" -lt 200 || exit 70
  sleep 0.05
done
"$@"
code=$?
journalctl --directory=/run/log/journal --sync 2>/dev/null
kill -TERM "$journald"
wait "$journald"
journalctl --directory=/run/log/journal --identifier=gatehouse --output=json --no-pager >"$entries"
exit "$code"
