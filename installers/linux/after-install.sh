#!/bin/sh
# After installation or upgrade: `configure` of dpkg, %post of rpm.
set -e

profile=/etc/apparmor.d/gatehouse
shipped=/opt/gatehouse/resources/apparmor

if [ -d /etc/apparmor.d ] && command -v apparmor_parser >/dev/null 2>&1; then
  # A parser that does not know the rule belongs to a kernel that does not ask for it.
  if apparmor_parser --skip-kernel-load --skip-cache "$shipped" >/dev/null 2>&1; then
    cp -f "$shipped" "$profile"
    chmod 0644 "$profile"
    # In a chroot or an image that is being built there is no kernel to load it into.
    if [ -d /sys/kernel/security/apparmor ]; then
      apparmor_parser --replace --write-cache --skip-read-cache "$profile" ||
        echo 'gatehouse: the AppArmor profile could not be loaded; it takes effect after a restart' >&2
    fi
  fi
fi
