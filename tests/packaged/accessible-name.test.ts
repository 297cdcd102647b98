/**
 * How the packaged program is called where a screen reader finds it: by its own name, not by
 * Electron's.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReaderSession, type ReaderSession } from '../reader/support/session.ts';
import { electronRuntime, makeSandboxFolder } from '../../lab/electron-runtime.ts';
import { eventually } from '../support/eventually.ts';
import { findPackaged, type Packaged } from './packaged-app.ts';
import { startSecureService, type SecureService } from './secure-service.ts';

const START_MS = 120_000;
const SHOWN_MS = 60_000;

/**
 * Prints the programs on the accessibility bus with their windows: `program: window`. Debian's
 * Python has the library.
 */
const LIST = `import pyatspi
for program in pyatspi.Registry.getDesktop(0):
    for window in program or []:
        print(f"{program.name}: {window.name if window else ''}", flush=True)
`;
const PYTHON = '/usr/bin/python3';

function whyNot(): string {
  const runtime = electronRuntime();
  if (!runtime.available) return runtime.reason;
  const found = findPackaged();
  if (typeof found === 'string') return found;
  if (spawnSync('sh', ['-c', 'command -v orca']).status !== 0) return 'not installed: orca';
  return spawnSync(PYTHON, ['-c', 'import pyatspi']).status === 0
    ? ''
    : 'not installed: python3-pyatspi';
}
const reason = whyNot();

describe.skipIf(reason !== '')(
  `on the accessibility bus${reason && ` (skipped: ${reason})`}`,
  () => {
    let session: ReaderSession | undefined;
    let service: SecureService | undefined;
    beforeAll(async () => {
      service = await startSecureService();
      session = await startReaderSession('en');
    }, START_MS);
    afterAll(async () => {
      await session?.end();
      await service?.close();
    }, START_MS);

    it(
      'calls the program and its window by the product’s name on the accessibility bus',
      async () => {
        if (session === undefined || service === undefined) throw new Error('nothing was started');
        const { executable } = findPackaged() as Packaged;
        const { processes } = session;
        const profile = makeSandboxFolder('accessible-');
        const program = processes.start([
          executable,
          `--user-data-dir=${path.join(profile, 'data')}`,
          '--',
          '--config',
          service.config(),
        ]);
        let listed = '';
        await eventually(
          'a window of the program on the accessibility bus',
          async () => {
            const list = processes.start([PYTHON, '-c', LIST]);
            await new Promise((resolve) => list.child.once('close', resolve));
            listed = list.output();
            return /– Gatehouse$/m.test(listed);
          },
          SHOWN_MS,
        ).catch((error: unknown) => {
          throw new Error(`${String(error)}\n${listed}\n${program.output()}`);
        });
        const ours = listed.split('\n').filter((line) => line.endsWith('Gatehouse'));
        expect(ours).toEqual(['gatehouse: Who is signing in? – Gatehouse']);
        expect(listed).not.toMatch(/electron/i);
      },
      START_MS,
    );
  },
);
