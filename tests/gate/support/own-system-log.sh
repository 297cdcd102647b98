# Runs a command in a mount namespace of its own, with a /dev of its own.
#   unshare --mount sh own-system-log.sh FOLDER SOCKET LOGGER COMMAND [ARGUMENT ...]
# FOLDER: an empty one, for /dev. SOCKET: what /dev/log leads to; empty: there is no /dev/log. LOGGER: a file in the place
# of /usr/bin/logger; empty: the system's own.
set -eu
own=$1 socket=$2 logger=$3
shift 3
mount --make-rprivate /
mount -t tmpfs -o mode=0755 none "$own"
for device in null zero full random urandom tty; do
  : >"$own/$device"
  mount --bind "/dev/$device" "$own/$device"
done
for folder in pts shm; do
  mkdir "$own/$folder"
  mount --rbind "/dev/$folder" "$own/$folder"
done
ln -s pts/ptmx "$own/ptmx"
ln -s /proc/self/fd "$own/fd"
ln -s fd/0 "$own/stdin"
ln -s fd/1 "$own/stdout"
ln -s fd/2 "$own/stderr"
test -z "$socket" || ln -s "$socket" "$own/log"
mount --rbind "$own" /dev
test -z "$logger" || mount --bind "$logger" /usr/bin/logger
exec "$@"
