/**
 * `npm run audit`: packages with known vulnerabilities, as the npm registry has them. Ends with 1 if one is in
 * the installed product, with 0 if all serve only builds and tests: those are listed. Where the registry does
 * not answer such questions it says so and ends with 69. Never a part of `npm test`: its answer changes by the day.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { auditLine, readAudit } from './lib/audit.mjs';
import { bundledPackages } from './lib/bundled.mjs';
import { root } from './lib/paths.mjs';
import { main, prepare } from './setup/prepare.mjs';

const UNAVAILABLE = 69;
const MOST_BYTES = 64 * 1024 * 1024;

await main(async () => {
  const { env } = await prepare('package build');
  const options = { cwd: root, env, maxBuffer: MOST_BYTES };
  // Its exit code says that something was found, which its report says too.
  const { stdout } = await promisify(execFile)('npm', ['audit', '--json'], options).catch((error) => error);
  const shipped = new Set(['node_modules/electron', ...bundledPackages().map(({ folder }) => folder)]);
  const findings = readAudit(String(stdout ?? ''), shipped);
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
