/**
 * `npm run soak [-- PART …]` runs the long versions of sampled tests: PARTS lists the tests, and LONG sets their
 * lengths. It prints the seeds. `GATEHOUSE_SOAK_HISTORIES` sets the number of histories of the model test. A run takes
 * about 40 minutes on two idle cores. The last line is `N passed, N failed`.
 */
import { say } from './lib/log.mjs';
import { SOAK_ONLY, SUITES } from './lib/suites.mjs';
import { main } from './setup/prepare.mjs';
import { runSuites } from './setup/run-suites.mjs';

/** Parts of a run: half of most is waiting. */
const SIDE_BY_SIDE = 2;

/** @typedef {import('./lib/suites.mjs').Part} Part */

/** Long ones first: the run ends with short ones. @type {readonly (Partial<Part> & { suite: string })[]} */
const PARTS = [
  { name: 'windows', suite: 'windows', projects: ['windows-whole'], wants: ['package for windows'] },
  { name: 'model', suite: 'model' },
  { name: 'sockets', suite: 'integration', files: ['tests/integration/approvals'] },
  { name: 'doctor', suite: 'integration', files: ['tests/integration/doctor'] },
  { name: 'certificates', suite: 'unit', files: ['tests/unit/electron/certificates/x509/fuzz.test.ts'] },
  { name: 'signals', suite: 'gate', files: ['tests/gate/signals.test.ts'] },
  { name: 'load', suite: 'gate', files: ['tests/gate/approvals-under-load.test.ts'] },
  { name: 'clients', suite: 'examples', files: ['tests/examples/thick-clients.test.ts'] },
  {
    name: 'starts',
    suite: 'e2e',
    files: ['start.spec.ts'],
    title: 'Enter from the first picture',
    // With busy processes of its own, and in the folder of `screens`.
    isLast: true,
    env: { GATEHOUSE_EARLY_STARTS: '200', GATEHOUSE_EARLY_BUSY: '4' },
  },
  { name: 'screens', suite: 'e2e', files: [SOAK_ONLY, '/(accessibility|hostile|languages|transcript)'] },
  { name: 'networks', suite: 'networks', files: ['tests/networks/network-paths.test.ts'] },
  { name: 'dev', suite: 'lab', files: ['tests/lab/dev.test.ts'] },
  { name: 'reproduction', suite: 'packaged', files: ['tests/packaged/reproducible.test.ts'] },
];

const LONG = {
  GATEHOUSE_MODEL_HISTORIES: process.env['GATEHOUSE_SOAK_HISTORIES'] ?? '1000000',
  GATEHOUSE_MATRIX: 'whole',
  GATEHOUSE_FIRST_STARTS: '20',
  GATEHOUSE_MODEL_SEED: process.env['GATEHOUSE_MODEL_SEED'] ?? String(Math.floor(Math.random() * 1e9)),
  GATEHOUSE_MODEL_APPROVALS: '100000',
  GATEHOUSE_APPROVALS: '300',
  GATEHOUSE_OUTAGE_SECONDS: '30',
  GATEHOUSE_SOAK_HOURS: '8',
  GATEHOUSE_WINDOW_LOGINS: '300',
  GATEHOUSE_DOCTOR_RUNS: '50',
  GATEHOUSE_FUZZ_SECONDS: '60',
  GATEHOUSE_FUZZ_SEED: process.env['GATEHOUSE_FUZZ_SEED'] ?? String(Math.floor(Math.random() * 1e9)),
};

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => PARTS.every((part) => part.name !== name));
  if (unknown.length > 0) {
    say(`Unknown: ${unknown.join(', ')}. The parts: ${PARTS.map(({ name }) => name).join(', ')}`);
    return 64;
  }
  console.log(`seed ${LONG.GATEHOUSE_MODEL_SEED}, ${LONG.GATEHOUSE_MODEL_HISTORIES} histories`);
  console.log(`seed ${LONG.GATEHOUSE_FUZZ_SEED}, ${LONG.GATEHOUSE_FUZZ_SECONDS} seconds of certificates`);
  const parts = PARTS.filter(({ name = '' }) => names.length === 0 || names.includes(name)).map((part) => {
    const suite = SUITES.find(({ name }) => name === part.suite);
    return /** @type {Part} */ ({ ...suite, ...part, env: { ...LONG, ...part.env } });
  });
  return runSuites(parts, { folder: 'soak', atATime: SIDE_BY_SIDE });
});
