/** The memory of all processes of a window: shared pages are divided among the processes that share them (PSS). */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import { bareApp, choosing, loginWindow, profileFolder, withElectron } from './support/electron-process.ts';
import { megabytesOf } from './support/process-use.ts';
import { rowOf, type Row } from './support/row.ts';
import { repeated, summary } from './support/statistics.ts';

/** Long enough for late starts and the first garbage collection. */
const SETTLE_MS = 2_500;

const TO_APPROVAL = choosing('push', "(await screen()) === 'approval'");

export async function memory(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  const app = loginWindow(writeConfig(emulator));
  const profiles = { login: profileFolder(), bare: profileFolder() };
  const found = await repeated(runs, 0, async () => ({
    ...(await withElectron(app, profiles.login, async (login) => {
      await login.ready();
      const idle = await settled(login.pid);
      await login.inPage(TO_APPROVAL);
      return { idle, waiting: await settled(login.pid) };
    })),
    bare: await withElectron(bareApp('window'), profiles.bare, async (window) => {
      await window.ready();
      return settled(window.pid);
    }),
  }));
  const of = (name: 'idle' | 'waiting' | 'bare'): number[] => found.map((one) => one[name]);
  const compared = { unit: 'MB', bare: summary(of('bare')), sampling: 'paired' } as const;
  return [
    rowOf('memory: at the username', of('idle'), 'PSS of all processes, 2.5 s after the field was ready', {
      ...compared,
      budget: { of: 'median', over: 'bare', most: 8 },
    }),
    rowOf('memory: waiting for approval', of('waiting'), 'PSS of all processes, 2.5 s after that screen', {
      ...compared,
      budget: { of: 'median', over: 'bare', most: 15 },
    }),
  ];
}

/** Whether the memory of a sandboxed process can be read: root's right. */
export const canReadMemory = process.getuid?.() === 0;

async function settled(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return megabytesOf(pid);
}
