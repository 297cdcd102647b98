/**
 * Global set-up of Playwright: a display and a folder for each worker, with the last Electron that
 * was set up.
 */
import type { FullConfig } from '@playwright/test';
import { beginRunWith } from '../../../lab/window.ts';
import { lastRuntime } from '../../../lab/runtime.ts';

/** The variables of each worker (JSON), by its index. */
const VARIABLE = 'GATEHOUSE_WORKER_DISPLAYS';

// oxlint-disable-next-line import/no-default-export -- Playwright calls it before it loads the tests
export default async function openDisplays({ workers }: FullConfig): Promise<() => void> {
  const runtime = lastRuntime();
  if (runtime === undefined) return () => undefined;
  const runs = await Promise.all(
    Array.from({ length: workers }, () => beginRunWith(runtime, { preferVirtual: true })),
  );
  const variables = runs.map(({ display, runFolder }) => ({
    ...display,
    GATEHOUSE_RUN_FOLDER: runFolder,
  }));
  process.env[VARIABLE] = JSON.stringify(variables);
  // It looks for an Electron with a display while it lists the tests.
  Object.assign(process.env, variables[0]);
  return () => {
    for (const { end } of runs) end();
  };
}

/**
 * In a worker: takes its display. A configuration calls it, because each worker loads it before its
 * tests.
 */
export function takeWorkerDisplay(): void {
  const { [VARIABLE]: variables, TEST_PARALLEL_INDEX: index } = process.env;
  if (variables === undefined || index === undefined) return;
  Object.assign(
    process.env,
    (JSON.parse(variables) as readonly NodeJS.ProcessEnv[])[Number(index)],
  );
}
