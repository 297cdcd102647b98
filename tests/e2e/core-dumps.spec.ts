/** Core dumps after a crash: no process that holds secrets may leave its memory. */
import { expect, test } from './fixtures.ts';
import { hasProc, processTree } from '../../lab/processes.ts';

test('keeps the memory of main, the page and every other process out of core dumps (SEC-26)', async ({
  launch,
}) => {
  test.skip(!hasProc, 'needs /proc');
  const { app, window } = await launch();
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeVisible();
  const ids = await app.evaluate(({ BrowserWindow }) => ({
    main: process.pid,
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  }));
  const filters = new Map(
    processTree(ids.main)
      .map(({ pid, coreDumpFilter }) => [pid, coreDumpFilter] as const)
      .filter(([, filter]) => filter !== ''),
  );
  expect([filters.get(ids.main), filters.get(ids.page)]).toEqual(['00000000', '00000000']);
  // Includes the zygotes and the network and GPU processes: their children inherit the filter.
  expect(new Set(filters.values())).toEqual(new Set(['00000000']));
  expect(filters.size).toBeGreaterThan(3);
});
