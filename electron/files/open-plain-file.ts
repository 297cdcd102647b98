import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** The caller closes the descriptor. */
export type PlainFile = Readonly<{ descriptor: number; status: Stats }>;

/**
 * Opens a plain file; null for anything else. Never blocks on a FIFO. A link fails with ELOOP,
 * unless `isLinkFollowed`; Windows always follows links. Throws the errors of `openSync`, such as
 * ENXIO for a socket.
 *
 * @param flags of open(2); a created file has mode 0600
 */
export function openPlainFile(
  path: string,
  { flags = O_RDONLY, isLinkFollowed = false } = {},
): PlainFile | null {
  const descriptor = openSync(path, flags | O_NONBLOCK | (isLinkFollowed ? 0 : O_NOFOLLOW), 0o600);
  const status = fstatSync(descriptor);
  if (status.isFile()) return { descriptor, status };
  closeSync(descriptor);
  return null;
}
