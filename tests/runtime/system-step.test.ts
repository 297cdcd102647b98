/** What set-up notes about packages that are only nice to have: once, and not at every start. */
import { expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

type Notes = Readonly<{
  isStamped: (step: string, inputs: string) => boolean;
  stamp: (step: string, inputs: string) => void;
  say: (words: string) => void;
}>;

const { noteOnce } = await loadScript<{ noteOnce: (missing: readonly string[], by: Notes) => void }>(
  'setup/system.mjs',
);

it('notes what is missing once, with the command that installs it, and something else again', () => {
  const stamps = new Map<string, string>();
  const said: string[] = [];
  const by: Notes = {
    isStamped: (step, inputs) => stamps.get(step) === inputs,
    stamp: (step, inputs) => stamps.set(step, inputs),
    say: (words) => said.push(words),
  };
  noteOnce([], by);
  expect(said).toEqual([]);
  for (let start = 0; start < 3; start += 1) noteOnce(['fonts-noto-color-emoji'], by);
  expect(said).toEqual([expect.stringMatching(/^ {2}note: .*apt-get install .*fonts-noto-color-emoji/)]);
  noteOnce(['dbus', 'fonts-noto-color-emoji'], by);
  expect(said).toHaveLength(2);
});
