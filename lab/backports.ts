/**
 * The default app for the older Electron from PyPI, which has none. The app contains the backports
 * (lab/backports): APIs that the older Electron lacks. The Electron of package.json needs neither.
 */
import { copyFileSync, cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isNewerThan } from '../scripts/lib/files.ts';
import { BuildError, longStep } from '../scripts/lib/log.ts';
import { inRoot, inToolchain, root } from '../scripts/lib/paths.ts';
import { run, tail } from '../scripts/lib/run.ts';

const SOURCES = [
  inRoot('lab', 'backports'),
  inRoot('lab', 'default-app'),
  // The version that they are for.
  inRoot('package.json'),
  import.meta.filename,
];

/** The bundled backports: one self-contained CommonJS file. */
export const backportsFile = inToolchain('backports', 'backports.cjs');

/**
 * Lays out the default app of an Electron that comes without one, where a source of it has changed.
 *
 * @param dist the folder of that Electron
 * @throws {BuildError}
 */
export async function layOutDefaultApp(dist: string): Promise<void> {
  // Electron takes a folder of this name for the archive.
  const app = path.join(dist, 'resources', 'default_app.asar');
  const made = path.join(app, 'backports.cjs');
  if (isNewerThan(made, SOURCES) && isNewerThan(backportsFile, SOURCES)) return;
  await longStep('building the backports for the older Electron (lab/backports)', async () => {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
    const into = ['--outDir', path.dirname(backportsFile), '--emptyOutDir'];
    const { code, output } = await run(
      process.execPath,
      [vite, 'build', inRoot('lab', 'backports'), ...into],
      { cwd: root, endsWithUs: 'TERM' },
    );
    if (code !== 0)
      throw new BuildError('Building the backports failed.', { why: tail(output, 30) });
    const draft = `${app}.draft`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(inRoot('lab', 'default-app'), draft, { recursive: true });
    copyFileSync(backportsFile, path.join(draft, path.basename(made)));
    rmSync(app, { recursive: true, force: true });
    renameSync(draft, app);
  });
}
