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

# Chromium makes its sandbox with user namespaces or, where an ordinary user gets none, with this program, setuid root.
# It is installed with the bit; the bit goes only where namespaces were seen to work.
sandbox=/opt/gatehouse/chrome-sandbox

has_override() {
  command -v dpkg-statoverride >/dev/null 2>&1 && dpkg-statoverride --list "$sandbox" >/dev/null 2>&1
}

# As Chromium does it, without a right of root: where AppArmor restricts them, a namespace is made but gives no rights.
# Without a running systemd this is an image or a container, and its kernel says nothing of the one that it will run on.
has_namespaces() {
  [ -d /run/systemd/system ] &&
    setpriv --reuid=65534 --regid=65534 --clear-groups \
      unshare --user --map-root-user --pid --fork --net true >/dev/null 2>&1
}

if ! has_override; then
  if has_namespaces; then chmod 0755 "$sandbox"; else chmod 4755 "$sandbox"; fi
fi
