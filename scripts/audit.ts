/**
 * `npm run audit`: packages with known vulnerabilities, as the npm registry has them. Ends with 1
 * if one is in the installed product, with 0 if all serve only builds and tests: those are listed.
 * Where the registry does not answer such questions it says so and ends with 69. Lists newer
 * patches of pinned packages too, which change no exit code. Never a part of `npm test`: its answer
 * changes by the day.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { auditLine, patchRanges, readAudit, readPatches, RUNTIMES } from './lib/audit.ts';
import { bundledPackages, CLI_SIDES, WINDOW_SIDES } from './lib/bundled.ts';
import { root } from './lib/paths.ts';
import { makeRunFolder, removeRunFolder } from './lib/run-folder.ts';
import { pinnedPackages } from './lib/package-files.ts';
import { buildForPackages } from './build/build-product.ts';
import { locked } from './lib/lock.ts';
import { main } from './lib/main.ts';

const UNAVAILABLE = 69;
const MOST_BYTES = 64 * 1024 * 1024;

await main(async () => {
  await locked(buildForPackages);
  for (const line of await newerPatches()) console.log(line);
  const shipped = new Set([
    ...RUNTIMES.map((name) => `node_modules/${name}`),
    ...bundledPackages([...WINDOW_SIDES, ...CLI_SIDES]).map(({ folder }) => folder),
  ]);
  const findings = readAudit(await reportOf('audit', root), shipped);
  if (typeof findings === 'string') {
    console.log(`The registry gave no answer: ${findings}`);
    return UNAVAILABLE;
  }
  for (const finding of findings) console.log(auditLine(finding));
  const count = findings.filter(({ isShipped }) => isShipped).length;
  console.log(
    `${count} of ${findings.length} packages with known vulnerabilities are installed with the program`,
  );
  return count === 0 ? 0 : 1;
});

/**
 * The report of a command of npm: its exit code says that something was found, which its report
 * says too.
 */
async function reportOf(command: 'audit' | 'outdated', cwd: string) {
  const options = { cwd, maxBuffer: MOST_BYTES };
  const { stdout } = await promisify(execFile)('npm', [command, '--json'], options).catch(
    (error: unknown) => error as { stdout?: string },
  );
  return stdout ?? '';
}

/** Asks in a folder of its own: in the checkout each range is one exact version. */
async function newerPatches() {
  const pinned = pinnedPackages();
  const runFolder = makeRunFolder(null);
  try {
    // npm leaves out devDependencies and optional ones that are not installed.
    const asked = { name: 'newer-patches', private: true, dependencies: patchRanges(pinned) };
    writeFileSync(path.join(runFolder, 'package.json'), JSON.stringify(asked));
    return readPatches(await reportOf('outdated', runFolder), pinned);
  } finally {
    removeRunFolder(runFolder);
  }
}
