import { expect, it } from 'vitest';
import { importsOf, loadedWith } from '../../../support/module-graph.ts';

it('gatehouse config cannot reach a network, a key store or a window', () => {
  const loaded = [...loadedWith('electron/commands/run-config.ts')];
  expect(loaded).toContain('electron/config/load-config.ts');
  expect(loaded.filter((path) => path.startsWith('electron/electron-api/'))).toEqual([
    'electron/electron-api/program.ts',
    'electron/electron-api/end-process.ts',
    'electron/electron-api/seal-key.ts',
  ]);
  expect(
    loaded.filter((path) => /^electron\/(network|event-channel|ipc|login|verdict)\//.test(path)),
  ).toEqual([]);
  expect(loaded.filter((path) => /^node:(http|https|net|tls|dgram|dns)/.test(path))).toEqual([]);
  // The only program allowed to start is our own, on Windows, which reports a file's owner (SEC-60).
  const starting = loaded.filter(
    (path) =>
      path.startsWith('electron/') &&
      importsOf(path).some(({ written }) => written.includes('child_process')),
  );
  expect(starting).toEqual(['electron/os/windows/ask-system.ts']);
});
