/**
 * Output of the programs of one test, for its failure (tests/e2e/fixtures.ts). Elsewhere it is not
 * kept.
 */
import type { ChildProcess } from 'node:child_process';

/** The end says why; Chromium alone writes more than that at its start. */
const LIMIT = 4_000;

let programs: (() => string)[] | null = null;

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
  programs.push(() => {
    const code = child.exitCode === null ? 'still running' : `exit code ${String(child.exitCode)}`;
    return [
      `${child.spawnargs.join(' ')}: ${child.signalCode ?? code}`,
      endOf('standard output', text.stdout),
      endOf('standard error', text.stderr),
    ].join('\n');
  });
}

/**
 * The command, the exit and the end of the output of each program; empty where no program was
 * started.
 */
export const recorded = (): string => (programs ?? []).map((described) => described()).join('\n');

function endOf(name: string, text: string): string {
  if (text === '') return `${name}: empty`;
  return `${name}:\n${text.length > LIMIT ? '… ' : ''}${text.slice(-LIMIT).trimEnd()}`;
}
