import { spawn, spawnSync } from 'node:child_process';
import { test, type Fixtures } from '@playwright/test';
import { endingWithUs } from '../../../scripts/lib/run.ts';
import { eventually } from '../../support/eventually.ts';

const START_MS = 30_000;

type Display = Readonly<{ name: string; end: () => Promise<unknown> }>;

/** Displays of any size, without a window manager and without other windows. */
export const displays: Fixtures<object, { displayOf: (size: string) => Promise<string> }> = {
  displayOf: [
    async ({}, use) => {
      test.skip(spawnSync('sh', ['-c', 'command -v Xvfb']).status !== 0, 'there is no Xvfb');
      const opened = new Map<string, Display>();
      await use(async (size) => {
        const display = opened.get(size) ?? (await openDisplay(size));
        opened.set(size, display);
        return display.name;
      });
      for (const { end } of opened.values()) await end();
    },
    { scope: 'worker' },
  ],
};

async function openDisplay(size: string): Promise<Display> {
  const words = [
    '-displayfd',
    '3',
    '-ac',
    '-noreset',
    '-nolisten',
    'tcp',
    '-screen',
    '0',
    `${size}x24`,
  ];
  const [command, args] = endingWithUs('Xvfb', words, 'KILL');
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  let said = '';
  server.stdio[3]?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await eventually('Xvfb to be ready', () => said.includes('\n'), START_MS);
  const end = async (): Promise<unknown> => {
    server.kill();
    return ended;
  };
  return { name: `:${said.trim()}`, end };
}
