import { expect, it } from 'vitest';
import { importsOf, loadedWith } from '../../../support/sources/module-graph.ts';

it('keeps gatehouse config from reaching a network, a key store or a window', () => {
  const loaded = [...loadedWith('electron/commands/run-config.ts')];
  expect(loaded).toContain('electron/config/load-config.ts');
  expect(loaded.filter((path) => /^electron\/(electron-api|node-api)\//.test(path))).toEqual([]);
  expect(
    loaded.filter((path) => /^electron\/(network|event-channel|ipc|login|verdict)\//.test(path)),
  ).toEqual([]);
  expect(loaded.filter((path) => /^node:(http|https|net|tls|dgram|dns)/.test(path))).toEqual([]);
  // Two programs report who may write a file: our own on Windows (SEC-60), elsewhere `ls` (SEC-73).
  const starting = loaded.filter(
    (path) =>
      path.startsWith('electron/') &&
      importsOf(path).some(({ written }) => written.includes('child_process')),
  );
  expect(starting.sort()).toEqual([
    'electron/os/access-lists.ts',
    'electron/os/windows/ask-system.ts',
  ]);
});
