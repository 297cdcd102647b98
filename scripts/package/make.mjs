/**
 * `node make.mjs FOLDER VERSION [--fast]`: everything that `npm run package` gives on Linux beside the unpacked
 * program, in the folder above it: deb, rpm, tar.gz, SBOM, licence list and the checksums of all. What cannot be made here is said aloud. `--fast`
 * compresses hardly, for tests.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say, SetupError } from '../lib/log.mjs';
import { contentsOf, LICENCES_FILE } from './contents.mjs';
import { makeDeb } from './deb.mjs';
import { makeRpm } from './rpm.mjs';
import { sbomOf } from './sbom.mjs';
import { sourceTime } from './source-time.mjs';
import { makeTarball } from './tarball.mjs';

const [, , folder, version, speed] = process.argv;
if (!folder || !version) throw new Error('usage: node make.mjs FOLDER VERSION [--fast]');

const into = path.dirname(folder);
const time = await sourceTime();
const program = { folder, version, time, sbom: sbomOf(contentsOf(folder), { folder, time }) };
const options = {
  arch: /** @type {'x64' | 'arm64'} */ (process.arch),
  isFast: speed === '--fast',
};

/** @type {string[]} */
const made = [];
for (const make of [makeTar, () => makeDeb(program, into, options), () => makeRpm(program, into, options)]) {
  try {
    made.push(await make());
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(
      `• left out: ${error.message}${error.why ? `\n${error.why}` : ''}${error.remedy ? ` (${error.remedy})` : ''}`,
    );
  }
}

const sbomFile = `${folder}.cdx.json`;
writeFileSync(sbomFile, program.sbom);
const licencesFile = `${folder}.${LICENCES_FILE}`;
copyFileSync(path.join(folder, LICENCES_FILE), licencesFile);
made.push(sbomFile, licencesFile);

const sums = made.map((file) => `${sha256(file)}  ${path.basename(file)}\n`).sort();
const sumsFile = path.join(into, 'SHA256SUMS');
writeFileSync(sumsFile, sums.join(''));
for (const file of [...made, sumsFile]) console.log(path.relative(process.cwd(), file));

async function makeTar() {
  const file = `${folder}.tar.gz`;
  await makeTarball(program, file, options);
  return file;
}

function sha256(/** @type {string} */ file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
