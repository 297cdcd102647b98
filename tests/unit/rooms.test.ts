import { describe, expect, it } from 'vitest';
import { FOLDERS, ROOMS } from '../../scripts/lint/room-table.ts';
import { roomOf, mayImport } from '../../scripts/lint/rooms.ts';
import { importsOf, productModules } from '../support/sources/module-graph.ts';
import { repositoryFiles } from '../support/sources/source-files.ts';

const IMPORTS = productModules().flatMap(importsOf);

describe('the table of rooms', () => {
  it('gives each folder of the program a row', () => {
    const found = repositoryFiles()
      .filter((path) => /^(shared|electron|renderer)\/.+\//.test(path))
      .map(roomOf);
    expect(Object.keys(ROOMS).sort()).toEqual([...new Set(found)].sort());
  });

  it('gives each top folder, and each folder of the launcher, a row', () => {
    const found = repositoryFiles()
      .filter((path) => /^(?!\.)[^/]+\//.test(path))
      .map((path) => /^launcher\/[^/]+(?=\/)|^[^/]+/.exec(path)?.[0] ?? '');
    expect(Object.keys(FOLDERS).sort()).toEqual([...new Set(found)].sort());
  });

  it('says of each folder in a sentence what it holds', () => {
    const sentences = [
      ...Object.values(FOLDERS),
      ...Object.values(ROOMS).map(({ holds }) => holds),
    ];
    expect(sentences.filter((holds) => !/^[A-Z].{9,}\.$/.test(holds))).toEqual([]);
  });

  it.each(Object.entries(ROOMS))(
    'imports into %s every room that its row names',
    (room, { mayImport: allowed }) => {
      const used = new Set(
        IMPORTS.filter(({ from, path }) => roomOf(from) === room && path !== null).map(({ path }) =>
          roomOf(path ?? ''),
        ),
      );
      const named: readonly string[] = 'allBut' in allowed ? [] : allowed;
      expect(named.filter((name) => !used.has(name))).toEqual([]);
    },
  );
});

describe('the lint rule', () => {
  it.each([
    ['shared/service/methods.ts', 'node:fs'],
    ['shared/service/service-failure.ts', '../outcomes/unreachability.ts'],
    ['shared/security/openable.ts', '../service/answers.ts'],
    ['electron/os/clock.ts', 'electron'],
    ['electron/os/clock.ts', '../../emulator/basics/clock.ts'],
    ['electron/frontends/window/window.ts', '../terminal/lines.ts'],
    ['electron/composition/start-engine.ts', '../commands/run-login.ts'],
    ['emulator/http/api.ts', '../../shared/service/methods.ts'],
    ['emulator/http/api.ts', '../test-support.ts'],
    ['packaging/make.ts', '../lab/display.ts'],
    ['packaging/make.ts', '../scripts/test/run.ts'],
    ['lab/display.ts', '../packaging/targets.ts'],
    ['lab/display.ts', '../scripts/test/run.ts'],
    ['scripts/lib/run.ts', '../../lab/display.ts'],
    ['scripts/start.ts', '../tests/lab/electron-runtime.ts'],
    ['scripts/start.ts', '../electron/main.ts'],
  ])('refuses in %s an import of %s', (from, written) => {
    expect(mayImport(from, written)).toBe(false);
  });

  it.each([
    ['electron/composition/start-engine.ts', '../login/create-login.ts'],
    ['scripts/package.ts', '../packaging/signing.ts'],
    ['lab/display.ts', '../scripts/lib/run.ts'],
    ['shared/login/view/login-view.ts', '../machine/login-state.ts'],
    ['electron/commands/run-login.ts', '../electron-api/sessions.ts'],
    ['emulator/main.test.ts', './test-support.ts'],
  ])('allows in %s an import of %s', (from, written) => {
    expect(mayImport(from, written)).toBe(true);
  });
});
