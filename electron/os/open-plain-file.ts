import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** An open file, with its status after the opening. The caller closes the descriptor. */
export type PlainFile = Readonly<{ descriptor: number; status: Stats }>;

/**
 * Opens a plain file, and never waits for another process, as a FIFO in its place would. Fails with ELOOP for a link,
 * unless `isLinkFollowed`; Windows lacks the flag, and follows it.
 *
 * @param flags of open(2); a file that they create is for its owner alone
 * @returns null for anything but a plain file; a socket fails with ENXIO
 * @throws as `openSync` does
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
