/** Output of the programs of one test, for its failure (tests/e2e/fixtures.ts). Elsewhere it is not kept. */
import type { ChildProcess } from 'node:child_process';

/** A program as a failure tells of it. */
export type Written = Readonly<{
  command: string;
  stdout: string;
  stderr: string;
  /** Null while it runs, and where a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
}>;

/** The end says why; Chromium alone writes more than that at its start. */
const LIMIT = 4_000;

let programs: (() => Written)[] | null = null;

/** Starts recording the output of every program, and forgets earlier programs. */
export function beginRecording(): void {
  programs = [];
}

/** Records the output of a program, if recording is on. */
export function record(child: ChildProcess): void {
  if (programs === null) return;
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer | string) => (text.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer | string) => (text.stderr += chunk.toString()));
  const command = child.spawnargs.join(' ');
  programs.push(() => ({ command, ...text, code: child.exitCode, signal: child.signalCode }));
}

/** All that was recorded, as text; empty where no program was started. */
export const recorded = (): string =>
  (programs ?? []).map((written) => describeProgram(written())).join('\n');

/** A program, its exit, and the end of its output. */
export function describeProgram({ command, stdout, stderr, code, signal }: Written): string {
  const end = signal ?? (code === null ? 'still running' : `exit code ${String(code)}`);
  const part = (name: string, text: string): string =>
    text === ''
      ? `${name}: empty`
      : `${name}:\n${text.length > LIMIT ? '… ' : ''}${text.slice(-LIMIT).trimEnd()}`;
  return [`${command}: ${end}`, part('standard output', stdout), part('standard error', stderr)].join('\n');
}
