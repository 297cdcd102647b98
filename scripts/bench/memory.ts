/**
 * The memory of all processes of a window: shared pages are divided among the processes that share
 * them (PSS).
 */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../lab/written-config.ts';
import {
  bareApp,
  loginWindow,
  withWindow,
  type ElectronProcess,
} from './support/electron-process.ts';
import { TO_APPROVAL } from './support/page-scripts.ts';
import { megabytesOf, pause } from './support/process-use.ts';
import { atMost, rowsOf, type Row } from './support/row.ts';
import { figures } from './support/statistics.ts';

export async function memory(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  // A websocket of the older Electron needs a page of its own (lab/backports/web-socket.ts): 7 MB
  // that people do not have.
  const app = loginWindow(
    writeConfig(emulator, { service: { realtime: { transports: ['polling'] } } }),
  );
  const bareWindow = bareApp('window');
  const settledMemory = async ({ pid }: ElectronProcess): Promise<number> => {
    await pause();
    return megabytesOf(pid);
  };
  const both = async (window: ElectronProcess) => {
    const idle = await settledMemory(window);
    await window.inPage(TO_APPROVAL);
    return { idle, waiting: await settledMemory(window) };
  };
  const { idle, waiting, bare } = await figures(runs, 0, async () => ({
    ...(await withWindow(app, both)),
    bare: await withWindow(bareWindow, settledMemory),
  }));
  const atField = 'PSS of all processes, 2.5 s after the field was ready';
  const atApproval = 'PSS of all processes, 2.5 s after that screen, by polling';
  return rowsOf('memory: ', { unit: 'MB', bare, sampling: 'paired' }, [
    ['at the username', idle, atField, atMost(50, 'bare')],
    ['waiting for approval', waiting, atApproval, atMost(50, 'bare')],
  ]);
}

/** Whether the memory of a sandboxed process can be read: root's right. */
export const canReadMemory = process.getuid?.() === 0;
