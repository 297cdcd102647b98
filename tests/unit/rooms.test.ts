import { describe, expect, it } from 'vitest';
import { ROOMS, roomOf, mayImport } from '../../scripts/lint/rooms.ts';
import { importsOf, productModules } from '../support/sources/module-graph.ts';
import { repositoryFiles } from '../support/sources/source-files.ts';

const IMPORTS = productModules().flatMap(importsOf);

describe('the rooms of docs/architecture.md', () => {
  it('are those that there are', () => {
    const found = repositoryFiles()
      .filter((path) => /^(shared|electron|renderer)\/.+\//.test(path))
      .map(roomOf);
    expect(ROOMS.map(({ path }) => path).sort()).toEqual([...new Set(found)].sort());
  });

  it('have a rule each', () => {
    expect(ROOMS.filter(({ rule }) => rule.length <= 10)).toEqual([]);
  });

  it.each(ROOMS)('$path imports every room that its row names', ({ path: room, mayImport }) => {
    const [side = ''] = room.split('/');
    const used = new Set(
      IMPORTS.filter(({ from, path }) => roomOf(from) === room && path !== null).map(({ path }) =>
        roomOf(path ?? ''),
      ),
    );
    expect((mayImport ?? []).filter((name) => !used.has(`${side}/${name}`))).toEqual([]);
  });
});

describe('the lint rule', () => {
  it.each([
    ['refuses', 'shared/service/methods.ts', 'node:fs'],
    ['refuses', 'shared/service/service-failure.ts', '../outcomes/unreachability.ts'],
    ['refuses', 'shared/security/openable.ts', '../service/answers.ts'],
    ['refuses', 'electron/os/clock.ts', 'electron'],
    ['refuses', 'electron/os/clock.ts', '../../emulator/basics/clock.ts'],
    ['refuses', 'electron/frontends/window/window.ts', '../terminal/lines.ts'],
    ['refuses', 'electron/composition/start-engine.ts', '../commands/run-login.ts'],
    ['allows', 'electron/composition/start-engine.ts', '../login/create-login.ts'],
    ['refuses', 'emulator/http/api.ts', '../../shared/service/methods.ts'],
    ['refuses', 'emulator/http/api.ts', '../test-support.ts'],
    ['refuses', 'packaging/make.ts', '../lab/display.ts'],
    ['refuses', 'packaging/make.ts', '../scripts/test/run.ts'],
    ['refuses', 'lab/display.ts', '../packaging/targets.ts'],
    ['refuses', 'lab/display.ts', '../scripts/test/run.ts'],
    ['refuses', 'scripts/lib/run.ts', '../../lab/display.ts'],
    ['refuses', 'scripts/start.ts', '../tests/lab/electron-runtime.ts'],
    ['refuses', 'scripts/start.ts', '../electron/main.ts'],
    ['allows', 'scripts/package.ts', '../packaging/signing.ts'],
    ['allows', 'lab/display.ts', '../scripts/lib/run.ts'],
    ['allows', 'shared/login/view/login-view.ts', '../machine/login-state.ts'],
    ['allows', 'electron/commands/run-login.ts', '../electron-api/sessions.ts'],
    ['allows', 'emulator/main.test.ts', './test-support.ts'],
  ])('%s %s an import of %s', (does, from, written) => {
    expect(mayImport(from, written)).toBe(does === 'allows');
  });
});
