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
  const pids = processTree(ids.main).map(({ pid }) => pid);
  console.log(
    JSON.stringify(
      await app.evaluate((_e, list) => {
        const fs = process.mainModule?.require('node:fs');
        return list.map((pid: number) => {
          let w = 'ok';
          try {
            fs.writeFileSync(`/proc/${pid}/coredump_filter`, '0x0');
          } catch (e) {
            w = String(e);
          }
          return [
            pid,
            fs.statSync(`/proc/${pid}/coredump_filter`).uid,
            fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/NSpid.*/)?.[0],
            w,
          ];
        });
      }, pids),
    ),
  );
  expect({ main: filterOf(ids.main), page: filterOf(ids.page) }).toEqual({
    main: '00000000',
    page: '00000000',
  });
});
