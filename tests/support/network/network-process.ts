import { processTree } from '../../../lab/processes.ts';
import { eventually } from '../eventually.ts';

const IS_NETWORK = '--utility-sub-type=network.mojom.NetworkService';

/** The processes of Chromium's network service below a process. */
export function networkProcesses(root: number): readonly number[] {
  return (
    processTree(root)
      // Chromium writes the arguments of its processes as one.
      .filter(({ command }) => command.join(' ').includes(IS_NETWORK))
      .map(({ pid }) => pid)
  );
}

/**
 * Kills the network process of the program, as a crash or a security program would, and waits for
 * its end.
 *
 * @param afterStop awaited between SIGSTOP and SIGKILL: until then the process takes requests and
 *   answers none
 */
export async function killNetworkProcess(
  root: number,
  afterStop: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const [pid, ...others] = networkProcesses(root);
  if (pid === undefined || others.length > 0) {
    throw new Error(`${String(others.length + Number(pid !== undefined))} network processes`);
  }
  process.kill(pid, 'SIGSTOP');
  try {
    await afterStop();
  } finally {
    process.kill(pid, 'SIGKILL');
  }
  await eventually('the network process to end', () => !networkProcesses(root).includes(pid));
}
