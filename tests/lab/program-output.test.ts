import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { beginRecording, describeProgram, record, recorded } from './program-output.ts';

it('records the output and the exit code of a program', async () => {
  beginRecording();
  const child = spawn('sh', ['-c', 'echo out; echo err >&2; exit 70']);
  record(child);
  await once(child, 'close');
  expect(recorded()).toBe(
    'sh -c echo out; echo err >&2; exit 70: exit code 70\nstandard output:\nout\nstandard error:\nerr',
  );
  beginRecording();
  expect(recorded()).toBe('');
});

it.each([
  [{ code: null, signal: 'SIGSEGV' }, 'gatehouse: SIGSEGV'],
  [{ code: null, signal: null }, 'gatehouse: still running'],
] as const)('tells of %o', (end, first) => {
  const text = describeProgram({
    command: 'gatehouse',
    stdout: '',
    stderr: `${'x'.repeat(9_000)}why\n`,
    ...end,
  });
  expect(text.startsWith(`${first}\nstandard output: empty\nstandard error:\n… x`)).toBe(true);
  expect(text.endsWith('xwhy')).toBe(true);
  expect(text.length).toBeLessThan(4_200);
});
