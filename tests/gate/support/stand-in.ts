import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A verdict line in Electron's form, with an unverified ticket. */
export const CONFIRMED = line('confirmed', null, 0);
export const DENIED = line('denied', 'denied-by-person', 77);

/** A line in the verdict's form. */
export function line(outcome: string, reason: string | null, exitCode: number): string {
  return JSON.stringify({
    apiVersion: 'gatehouse/1',
    outcome,
    reason,
    exitCode,
    username: 'alice',
    email: null,
    consumerParams: null,
    application: null,
    company: null,
    method: null,
    time: '2026-01-01T00:00:00.000Z',
    ticket: exitCode === 0 ? 'head.claims.signature' : null,
  });
}

/** The launcher of a package; a shell script given by the test stands in Electron's place. */
export type LauncherBench = Readonly<{
  launcher: string;
  folder: string;
  /** The environment that makes the stand-in do this; `$verdict` is the descriptor that takes the line, `$launcher` the one that ends with the launcher. */
  doing: (script: string) => NodeJS.ProcessEnv;
  /** Folders of the launcher that are still there. */
  left: () => readonly string[];
  remove: () => void;
}>;

const LAUNCHER = resolve(import.meta.dirname, '..', '..', '..', 'launcher', 'posix');

/** Lays out a package with a stand-in. */
export function launcherBench(): LauncherBench {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-launcher-'));
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  cpSync(LAUNCHER, join(folder, 'bin'), { recursive: true });
  const standIn = join(folder, 'gatehouse');
  writeFileSync(
    standIn,
    `#!/bin/sh
for word do
  case $word in
    --gatehouse-launch=*) facts=\${word#*=} verdict=\${word#*verdict:} verdict=\${verdict%%,*}
      launcher=\${word#*launcher:} launcher=\${launcher%%,*} ;;
  esac
done
eval "$STAND_IN"
`,
  );
  chmodSync(standIn, 0o755);
  return {
    launcher: join(folder, 'bin', 'gatehouse'),
    folder,
    doing: (script) => ({
      STAND_IN: script,
      XDG_RUNTIME_DIR: temporary,
      GATEHOUSE: '',
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    }),
    left: () => readdirSync(temporary),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes lines to the launcher and ends. */
export function telling(lines: readonly string[], code: number): string {
  return `${lines.map((text) => `printf '%s\\n' '${text}' >&"$verdict"`).join('; ')}${lines.length > 0 ? ';' : ''} exit ${String(code)}`;
}
