/** The memory of all processes of a window: shared pages are divided among the processes that share them (PSS). */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import { bareApp, loginWindow, profileFolder, withWindow } from './support/electron-process.ts';
import type { ElectronProcess } from './support/electron-process.ts';
import { TO_APPROVAL } from './support/page-scripts.ts';
import { megabytesOf, settled } from './support/process-use.ts';
import { rowsOf, type Row } from './support/row.ts';
import { repeated } from './support/statistics.ts';

export async function memory(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  // A websocket of the older Electron needs a page of its own (lab/backports/web-socket.ts): 7 MB that people do not have.
  const app = loginWindow(writeConfig(emulator, { service: { realtime: { transports: ['polling'] } } }));
  const profiles = { login: profileFolder(), bare: profileFolder() };
  const settledMemory = async ({ pid }: ElectronProcess): Promise<number> => {
    await settled();
    return megabytesOf(pid);
  };
  const both = async (window: ElectronProcess) => {
    const idle = await settledMemory(window);
    await window.inPage(TO_APPROVAL);
    return { idle, waiting: await settledMemory(window) };
  };
  const found = await repeated(runs, 0, async () => ({
    ...(await withWindow(app, both, profiles.login)),
    bare: await withWindow(bareApp('window'), settledMemory, profiles.bare),
  }));
  const of = (name: 'idle' | 'waiting' | 'bare'): number[] => found.map((one) => one[name]);
  const atMost = (most: number) => ({ budgets: [{ of: 'median', over: 'bare', most }] }) as const;
  return rowsOf(
    'memory: ',
    [
      ['at the username', of('idle'), 'PSS of all processes, 2.5 s after the field was ready', atMost(8)],
      [
        'waiting for approval',
        of('waiting'),
        'PSS of all processes, 2.5 s after that screen, by polling',
        atMost(15),
      ],
    ],
    { unit: 'MB', bare: of('bare'), sampling: 'paired' },
  );
}

/** Whether the memory of a sandboxed process can be read: root's right. */
export const canReadMemory = process.getuid?.() === 0;
