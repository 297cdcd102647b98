import { expect, it } from 'vitest';
import { LOOK_EVERY_MS } from '../../electron/os/clock.ts';
import { productModules } from '../support/sources/module-graph.ts';
import { repositoryFiles, textOf } from '../../scripts/lib/repository-files.ts';

/** The shortest polling interval that our code may use while a login waits for the person. */
const LEAST_MS = 2000;

it('polls in one module of the program alone', () => {
  const polling = productModules().filter((module) => /\bsetInterval\(/.test(textOf(module)));
  expect(polling).toEqual(['electron/os/watch-network.ts']);
});

it('looks no oftener than every two seconds whether the computer has slept', () => {
  expect(LOOK_EVERY_MS).toBeGreaterThanOrEqual(LEAST_MS);
});

it('sleeps in the scripts that stay no shorter than two seconds', () => {
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
