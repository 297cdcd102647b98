import { expect, it } from 'vitest';
import { LOOK_EVERY_MS } from '../../electron/os/clock.ts';
import { productModules } from '../support/sources/module-graph.ts';
import { repositoryFiles, textOf } from '../support/sources/source-files.ts';

/** The shortest polling interval that our code may use while a login waits for the person. */
const LEAST_MS = 2000;

it('the program polls in one module, which has a test of its interval', () => {
  const polling = productModules().filter((module) => /\bsetInterval\(/.test(textOf(module)));
  expect(polling).toEqual(['electron/electron-api/watch-computer.ts']);
});

it('a timer that waits looks no oftener whether the computer has slept', () => {
  expect(LOOK_EVERY_MS).toBeGreaterThanOrEqual(LEAST_MS);
});

it('the scripts that stay while it runs neither', () => {
  const shell = repositoryFiles().filter((path) => /^scripts\/(.*\.sh|gatehouse)$/.test(path));
  expect(shell).toContain('scripts/gatehouse');
  // One that runs once, in the background, is a limit.
  const sleeps = shell.flatMap((path) =>
    [...textOf(path).matchAll(/\bsleep\s+([\d.]+)(?!\S*\s*&)/g)].map(([, seconds]) =>
      Number(seconds),
    ),
  );
  expect(sleeps.filter((seconds) => !(seconds * 1000 >= LEAST_MS))).toEqual([]);
});
