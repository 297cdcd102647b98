/** What `npm test` runs, and what it leaves to a run by name. */
import { describe, expect, it } from 'vitest';
import { loadScript } from '../../runtime/load-script.ts';

type Suite = Readonly<{ name: string; projects?: readonly string[] }>;
type Suites = Readonly<{
  SUITES: readonly Suite[];
  chooseSuites: (
    names: readonly string[],
  ) => Readonly<{ suites: readonly Suite[]; unknown: readonly string[] }>;
}>;

const { SUITES, chooseSuites } = await loadScript<Suites>('lib/suites.mjs');
const windowsOf = (names: readonly string[]) =>
  chooseSuites(names).suites.find(({ name }) => name === 'windows')?.projects;

describe('suites', () => {
  it('a run of everything has each suite, the one for Windows in short', () => {
    expect(chooseSuites([]).suites.map(({ name }) => name)).toEqual(SUITES.map(({ name }) => name));
    expect(windowsOf([])).toEqual(['windows']);
  });

  it('by its name a suite is whole, and nothing else runs', () => {
    const { suites, unknown } = chooseSuites(['windows', 'check', 'nonsense']);
    expect(suites.map(({ name }) => name)).toEqual(['windows']);
    expect(windowsOf(['windows'])).toEqual(['windows', 'windows-whole']);
    expect(unknown).toEqual(['nonsense']);
  });
});
