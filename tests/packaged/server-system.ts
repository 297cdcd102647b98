/**
 * A clean system as a server: with sshd, su, sudo and tmux, in a network of its own. The service of
 * this computer is reached there at the same address, through a socket in the file system.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { PACKAGES } from '../../packaging/linux/packages.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { Ended } from '../../lab/child-program.ts';
import { makeCleanSystem, type CleanSystem } from './clean-system.ts';

/** What a server has, beside what the package needs. */
const SERVER = [
  'openssh-server',
  'openssh-client',
  'sudo',
  'tmux',
  'rpm',
  'cron',
  'libpam-modules',
  'iproute2',
  'socat',
  'systemd',
];

const SOCKET = '/srv/service.sock';

/** Starts the network and sshd, waits until both answer, and becomes the command. */
const START = `set -e
ip link set lo up
test -z "$1" || socat "TCP-LISTEN:$1,bind=127.0.0.1,fork,reuseaddr" UNIX-CONNECT:${SOCKET} 2>/dev/null &
mkdir -p /run/sshd
/usr/sbin/sshd
answers() { test -z "$1" || socat -u OPEN:/dev/null "TCP:127.0.0.1:$1" 2>/dev/null; }
tries=0
until test -e /run/sshd.pid && answers "$1"; do
  tries=$((tries + 1))
  test "$tries" -lt 400 || { echo 'the server did not start' >&2; exit 99; }
  sleep 0.05
done
shift
exec "$@"`;

/**
 * A script for `asRoot` that runs another one, its first word, as a service of a real systemd: the
 * first process of namespaces, with a journal, cgroups and devices of its own. It prints what that
 * one prints, and ends with its code. systemd must not write what is the whole computer's: clock,
 * modules, kernel parameters, the kernel's audit, and the sockets of its displays below /tmp, which
 * systemd-tmpfiles removes.
 */
export const UNDER_SYSTEMD = String.raw`set -e
mkdir -p /run/systemd/system
printf '%s\n' "$1" >/run/script
cat >/run/systemd/system/script.service <<'UNIT'
[Unit]
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
TimeoutStartSec=infinity
ExecStart=/bin/sh /run/script
StandardOutput=file:/run/said
StandardError=file:/run/complained
UNIT
rm -rf /var/log/journal
mount -t sysfs -o ro none /sys
mount -t cgroup2 none /sys/fs/cgroup
group=/sys/fs/cgroup/gatehouse-test-$(cat /proc/sys/kernel/random/uuid)
mkdir "$group"
code=0
(
  echo 0 >"$group/cgroup.procs"
  exec unshare --mount --pid --fork --kill-child --uts --ipc --cgroup sh -ec '
    umount /sys/fs/cgroup
    mount -t cgroup2 none /sys/fs/cgroup
    mount -t proc none /proc
    mount --bind /proc/sys /proc/sys
    mount -o remount,bind,ro /proc/sys
    mkdir /run/dev
    mount -t tmpfs -o mode=755 none /run/dev
    mkdir /run/dev/pts /run/dev/shm
    for name in null zero full random urandom tty; do
      touch "/run/dev/$name"
      mount --bind "/dev/$name" "/run/dev/$name"
    done
    mount -t devpts -o newinstance,ptmxmode=666 none /run/dev/pts
    ln -s pts/ptmx /run/dev/ptmx
    ln -s /proc/self/fd /run/dev/fd
    mount --move /run/dev /dev
    mount -t tmpfs -o mode=1777 none /tmp
    dropped=-sys_time,-wake_alarm,-sys_module,-sys_boot,-sys_rawio,-syslog,-audit_control,-audit_read
    exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      setpriv --bounding-set="$dropped" /lib/systemd/systemd --unit=script.service'
) || code=$?
find "$group" -depth -type d -exec rmdir {} +
cat /run/said
cat /run/complained >&2
exit $code`;

export type Server = Readonly<{
  system: CleanSystem;
  /** A script of root's on the server, with its words as `$1` and so on. */
  asRoot: (script: string, ...words: readonly string[]) => Promise<Ended>;
  /** The same where the service cannot be reached. */
  cutOff: (script: string, ...words: readonly string[]) => Promise<Ended>;
  /** Writes a file, of root. */
  write: (place: string, content: string, mode?: number) => void;
  remove: () => Promise<void>;
}>;

/** @param service its address on this computer, a loopback one */
export async function makeServer(service: string): Promise<Server> {
  const { port } = new URL(service);
  const system = await makeCleanSystem(SERVER, PACKAGES['gatehouse-cli'].debian.depends.join(', '));
  const relay = net.createServer((near) => {
    const far = net.connect(Number(port), '127.0.0.1');
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  });
  const socket = path.join(system.root, SOCKET);
  await new Promise<void>((resolve) => relay.listen(socket, resolve));
  chmodSync(socket, 0o666);
  const run =
    (reached: string) =>
    (script: string, ...words: readonly string[]): Promise<Ended> =>
      system.apart(['sh', '-c', START, 'sh', reached, 'sh', '-c', script, 'sh', ...words]);
  return {
    system,
    asRoot: run(port),
    cutOff: run(''),
    write: (place, content, mode = 0o644) => {
      const file = path.join(system.root, place);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content, { mode });
      chmodSync(file, mode);
    },
    remove: async () => {
      await new Promise((resolve) => relay.close(resolve));
      system.remove();
    },
  };
}

/**
 * The commands of docs/servers.md that take the recipes of PAM back: the first block behind its
 * heading.
 */
export function undoing(): string {
  const text = readFileSync(inRoot('docs', 'servers.md'), 'utf8');
  return /^### Undo it\n[^]*?^```sh\n([^]*?)^```/m.exec(text)?.[1] ?? '';
}

/**
 * The files that docs/servers.md has, by their place: a line with the place in code marks, and a
 * block behind it.
 */
export function recipes(): ReadonlyMap<string, string> {
  const text = readFileSync(inRoot('docs', 'servers.md'), 'utf8');
  const blocks = text.matchAll(/^`(\/[^`]+)`[^\n]*:\n\n```\w*\n([^]*?)^```/gm);
  return new Map(Array.from(blocks, ([, place = '', block = '']) => [place, block]));
}
