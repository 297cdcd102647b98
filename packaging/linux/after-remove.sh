#!/bin/sh
# After removal: postrm of dpkg (remove, purge, upgrade …), %postun of rpm (the number of versions that are left).
set -e

case $1 in
  remove | purge | 0)
    profile=/etc/apparmor.d/gatehouse
    if [ -e "$profile" ]; then
      if [ -d /sys/kernel/security/apparmor ] && command -v apparmor_parser >/dev/null 2>&1; then
        apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
      fi
      rm -f "$profile"
    fi
    ;;
esac

# The managed configuration stays until it is purged, and is not purged under the other package, which has its place
# (gatehouse, gatehouse-cli). What is in people's own folders is theirs.
if [ "$1" = purge ] && [ ! -e /opt/gatehouse/bin/gatehouse ]; then rm -rf /etc/gatehouse; fi
