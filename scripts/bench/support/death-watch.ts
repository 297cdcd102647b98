import { Worker } from 'node:worker_threads';

export type DeathWatch = Readonly<{
  /** When a process went, on the wall clock in milliseconds. One at a time. */
  goneAt: (pid: number) => Promise<number>;
  end: () => Promise<void>;
}>;

/** Starts the thread that watches (death-worker.ts). */
export function deathWatch(): DeathWatch {
  const worker = new Worker(new URL('./death-worker.ts', import.meta.url));
  return {
    goneAt: (pid) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', (at: number | null) => {
          worker.off('error', reject);
          if (at === null) reject(new Error(`the end of process ${pid} was not seen`));
          else resolve(at);
        });
        worker.postMessage(pid);
      }),
    end: async () => {
      await worker.terminate();
    },
  };
}
