/** The date until which an Electron gets fixes. The clock is given, so that no result depends on the calendar. */
import { describe, expect, it } from 'vitest';
import { supportTable, supportOf, requireSupport } from '../../../packaging/electron-support.ts';
import { textOf } from '../../support/sources/source-files.ts';

const TABLE = {
  source: 'https://schedule.example',
  majors: { 44: { ends: '2030-03-02' }, 45: { ends: '2030-04-27' } },
};
const LAST_DAY = new Date('2030-04-26T23:59:59Z');
const FIRST_DAY_WITHOUT = new Date('2030-04-27T00:00:00Z');

describe('the support of Electron', () => {
  it.each([
    ['45.3.4', LAST_DAY, 'supported', undefined],
    [
      '45.3.4',
      FIRST_DAY_WITHOUT,
      'ended',
      'Electron 45 is out of support since 2030-04-27: no release',
    ],
    ['22.3.25', LAST_DAY, 'ended', 'Electron 22 is out of support since 2030-03-02: no release'],
    ['46.0.0', LAST_DAY, 'unknown', 'Electron 46 has no row in packaging/electron-support.json'],
  ])('judges the support of Electron %s on %s: %s', (version, now, state, warning) => {
    const support = supportOf(version, now, TABLE);
    expect(support.state).toBe(state);
    expect(support.warning?.slice(0, warning?.length)).toBe(warning);
  });

  it('refuses a release with an Electron whose support has ended, and says since when', () => {
    const release = { version: '45.3.4', wanted: '45.3.4' };
    expect(requireSupport(release, LAST_DAY, TABLE)).toBeUndefined();
    expect(() => requireSupport(release, FIRST_DAY_WITHOUT, TABLE)).toThrow(
      expect.objectContaining({
        message: 'No release is made with an Electron that is out of support.',
        why: expect.stringContaining('out of support since 2030-04-27') as unknown,
      }),
    );
  });

  it('allows a package for tests with any Electron', () => {
    const test = { version: '22.3.25', wanted: '45.3.4' };
    expect(requireSupport(test, FIRST_DAY_WITHOUT, TABLE)).toBeUndefined();
  });

  it('asks for a row for an unknown Electron, without refusing it', () => {
    const release = { version: '46.0.0', wanted: '46.0.0' };
    expect(requireSupport(release, FIRST_DAY_WITHOUT, TABLE)).toContain('Electron 46 has no row');
  });

  it('names the source of the table of support, with a date for the Electron of package.json', () => {
    const table = supportTable();
    expect(table.source).toContain('https://releases.electronjs.org/schedule');
    const days = Object.values(table.majors).map(({ ends }) => ends);
    expect(days.filter((day) => !/^20\d\d-\d\d-\d\d$/.test(day))).toEqual([]);
    expect(days).toEqual([...days].sort());
    const manifest = JSON.parse(textOf('package.json')) as {
      devDependencies: Readonly<Record<string, string>>;
    };
    const pinned = manifest.devDependencies['electron'] ?? '';
    expect(supportOf(pinned, new Date(0), table)).toMatchObject({ state: 'supported' });
  });
});
