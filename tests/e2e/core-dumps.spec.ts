/** What a crash leaves behind: the memory of no process that knows something. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { hasProc, processTree } from './support/processes.ts';

test('the memory of main and of the page is left out of core dumps (SEC-26)', async ({ launch }) => {
  test.skip(!hasProc, 'needs /proc');
  const { app, window } = await launch();
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeVisible();
  const filterOf = (pid: number): string =>
    readFileSync(`/proc/${String(pid)}/coredump_filter`, 'utf8').trim();
  const ids = await app.evaluate(({ BrowserWindow }) => ({
    main: process.pid,
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  }));
  console.log(
    processTree(ids.main).map(({ pid, parent, command }) => [
      pid,
      parent,
      filterOf(pid),
      command.slice(0, 2).join(' ').slice(-60),
    ]),
  );
  expect({ main: filterOf(ids.main), page: filterOf(ids.page) }).toEqual({
    main: '00000000',
    page: '00000000',
  });
});
