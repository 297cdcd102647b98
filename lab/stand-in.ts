import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutLauncher, type LauncherKind } from '../packaging/native/launcher.ts';

/**
 * A package's launcher, compiled for this checkout, in a temporary folder. A shell script of the
 * caller's replaces Electron.
 */
export type LauncherBench = Readonly<{
  launcher: string;
  folder: string;
  /**
   * Returns the environment that makes the stand-in run `script`. There `$verdict` is the number of
   * the descriptor for the verdict line. `$launcher` is the number of a descriptor that reaches its
   * end when the launcher ends.
   */
  doing: (script: string) => NodeJS.ProcessEnv;
  /** Returns the names of the launcher's temporary folders that still exist. */
  left: () => readonly string[];
  remove: () => void;
}>;

/**
 * Creates a package in a temporary folder, with the stand-in as its Electron, or as the Node of a
 * package without Electron.
 */
export function launcherBench(
  kind: LauncherKind = 'installed',
  runtime: 'electron' | 'node' = 'electron',
): LauncherBench {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-launcher-'));
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  mkdirSync(join(folder, 'bin'));
  cpSync(checkoutLauncher(kind), join(folder, 'bin', 'gatehouse'));
  const standIn = runtime === 'node' ? join(folder, 'bin', 'node') : join(folder, 'gatehouse');
  if (runtime === 'node') {
    mkdirSync(join(folder, 'lib'));
    writeFileSync(join(folder, 'lib', 'terminal.cjs'), '');
  }
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

/** A script for the stand-in that writes the lines to the launcher and exits with `code`. */
export function telling(lines: readonly string[], code: number): string {
  return `${lines.map((text) => `printf '%s\\n' '${text}' >&"$verdict"`).join('; ')}${lines.length > 0 ? ';' : ''} exit ${String(code)}`;
}
