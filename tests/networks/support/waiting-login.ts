/** Logins that wait for an approval while the network changes under them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../../lab/child-program.ts';
import { makeSandboxFolder } from '../../../lab/electron-runtime.ts';
import type { HereOptions } from '../../support/bench/here.ts';
import type { Login, RunningLogin } from '../../support/bench/login.ts';
import { eventually } from '../../support/eventually.ts';

/**
 * Starts a login, and waits until it waits for the approval of its push and listens: else a cut
 * makes no gap.
 */
export async function waiting(login: Login<Program, HereOptions>): Promise<RunningLogin<Program>> {
  const log = join(makeSandboxFolder('log-'), 'log.jsonl');
  const running = await login.saying('--log-file', log).asked();
  await eventually(
    'the wait for the approval',
    () => existsSync(log) && readFileSync(log, 'utf8').includes('"to":"approval-pending"'),
  );
  await running.act((person, { tid }) => person.listenedTo(tid));
  return running;
}

/** What a login says when it listens again. */
export const LISTENS_AGAIN = 'an approval may have been missed';

/** Waits until a login listens again. */
export const listensAgain = (
  { program }: RunningLogin<Program>,
  withinMs?: number,
): Promise<void> =>
  eventually(
    `the notice that ${LISTENS_AGAIN}`,
    () => program.said().includes(LISTENS_AGAIN),
    withinMs,
    () => program.said(),
  );
