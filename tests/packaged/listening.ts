import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENS = '0A';

/**
 * The addresses on which one of these processes waits for TCP connections, as the kernel writes
 * them (proc(5)).
 */
export function listeningIn(pids: readonly number[]): readonly string[] {
  const own = new Set(pids.flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTENS && own.has(fields[9] ?? ''))
      .map((fields) => fields[1] ?? ''),
  );
}

/** The inodes of a process' sockets. */
function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${String(pid)}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [];
      } catch {
        // Closed meanwhile.
        return [];
      }
    });
  } catch {
    return [];
  }
}
