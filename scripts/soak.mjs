/**
 * `npm run soak`: the long versions of what `npm test` samples. What proves that no approval is lost
 * (tests/model/README.md): a million random histories, eight simulated hours, approvals and outages over real sockets;
 * the doctor fifty times on a healthy service; a minute of certificates with something changed; and the gate under
 * every signal in every phase with every end (tests/gate/signals.test.ts); 300 approved logins through the window and 200
 * starts of it with Enter from the first picture on, beside four busy processes; the example clients with all verdicts on
 * both channels; the whole program packed twice in each format of Linux, and compared; logins at a console of
 * Windows, the gate killed in each phase, its secrets and the whole installers under Wine, where `npm test -- windows`
 * has set it up. About half an hour. The seeds are printed, `GATEHOUSE_SOAK_HISTORIES` changes the count. The last line is `N passed, N failed`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { elapsed, say } from './lib/log.mjs';
import { inOut, inRoot, root } from './lib/paths.mjs';
import { run, tail } from './lib/run.mjs';
import { readJson } from './lib/stamp.mjs';
import { closingLine, isGood, readReport, suiteLine, skippedSuite, total } from './lib/summary.mjs';
import { openWindowPlace } from './setup/window-place.mjs';
import { main, prepare } from './setup/prepare.mjs';

/** @typedef {{ name: string, project: string, folder: string, needsWindow?: boolean, needsPackage?: boolean }} VitestPart */
/** @typedef {{ name: string, file: string, title: string, needsWindow: true, needsPackage?: false }} PlaywrightPart of `tests/e2e` */

/** @type {readonly (VitestPart | PlaywrightPart)[]} */
const PARTS = [
  { name: 'sockets', project: 'integration', folder: 'tests/integration/approvals' },
  { name: 'model', project: 'model', folder: 'tests/model' },
  { name: 'doctor', project: 'integration', folder: 'tests/integration/doctor' },
  {
    name: 'certificates',
    project: 'unit',
    folder: 'tests/unit/electron/certificates/fuzz.test.ts',
  },
  { name: 'signals', project: 'gate', folder: 'tests/gate/signals.test.ts', needsWindow: true },
  { name: 'load', project: 'gate', folder: 'tests/gate/approvals-under-load.test.ts', needsWindow: true },
  { name: 'clients', project: 'examples', folder: 'tests/examples/thick-clients.test.ts', needsWindow: true },
  { name: 'starts', file: 'start.spec.ts', title: 'Enter from the first picture', needsWindow: true },
  {
    name: 'reproduction',
    project: 'packaged',
    folder: 'tests/packaged/reproducible.test.ts',
    needsPackage: true,
  },
  {
    name: 'windows',
    project: 'windows-whole',
    folder: 'tests/windows',
    needsWindow: true,
  },
];

const LONG = {
  GATEHOUSE_MODEL_HISTORIES: process.env['GATEHOUSE_SOAK_HISTORIES'] ?? '1000000',
  GATEHOUSE_FIRST_STARTS: '20',
  GATEHOUSE_MODEL_SEED: process.env['GATEHOUSE_MODEL_SEED'] ?? String(Math.floor(Math.random() * 1e9)),
  GATEHOUSE_MODEL_APPROVALS: '100000',
  GATEHOUSE_APPROVALS: '300',
  GATEHOUSE_OUTAGE_SECONDS: '30',
  GATEHOUSE_SOAK_HOURS: '8',
  GATEHOUSE_SIGNALS: 'all',
  GATEHOUSE_WINDOW_LOGINS: '300',
  GATEHOUSE_INSTALLERS: 'all',
  GATEHOUSE_CLIENTS: 'all',
  GATEHOUSE_REPRODUCED: 'whole',
  GATEHOUSE_EARLY_STARTS: '200',
  GATEHOUSE_EARLY_BUSY: '4',
  GATEHOUSE_DOCTOR_RUNS: '50',
  GATEHOUSE_FUZZ_SECONDS: '60',
  GATEHOUSE_FUZZ_SEED: process.env['GATEHOUSE_FUZZ_SEED'] ?? String(Math.floor(Math.random() * 1e9)),
};

const HEARTBEAT_MS = 60_000;

await main(async () => {
  const context = await prepare('build');
  const window = await openWindowPlace();
  mkdirSync(inOut('soak'), { recursive: true });
  console.log(`seed ${LONG.GATEHOUSE_MODEL_SEED}, ${LONG.GATEHOUSE_MODEL_HISTORIES} histories`);
  console.log(`seed ${LONG.GATEHOUSE_FUZZ_SEED}, ${LONG.GATEHOUSE_FUZZ_SECONDS} seconds of certificates`);
  const results = [];
  try {
    for (const part of PARTS) {
      const reason = part.needsWindow ? window.reason : undefined;
      if (part.needsPackage) await prepare('package');
      results.push(
        reason === undefined ? await soak(part, context, window.env) : skippedSuite(part.name, reason),
      );
    }
  } finally {
    window.end();
  }
  const counts = total(results);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n${failures.map((text) => `✗ ${text}`).join('\n\n')}`);
  console.log(`\n${closingLine(counts)}`);
  return isGood(counts) ? 0 : 1;
});

/**
 * @param {(typeof PARTS)[number]} part
 * @param {import('./setup/prepare.mjs').Context} context
 * @param {NodeJS.ProcessEnv} windowEnv
 */
async function soak(part, context, windowEnv) {
  const { name } = part;
  const startedAt = Date.now();
  const report = inOut('soak', `${name}.json`);
  rmSync(report, { force: true });
  const heartbeat = setInterval(() => say(`  still at it: ${name} (${elapsed(startedAt)})`), HEARTBEAT_MS);
  const { code, output } = await run(context.node, commandOf(part, report), {
    cwd: root,
    env: { ...context.env, ...windowEnv, ...LONG, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
    onOutput: (text) => process.stdout.write(text),
    tied: 'TERM',
  });
  clearInterval(heartbeat);
  const runner = 'file' in part ? 'playwright' : 'vitest';
  const result = readReport(name, runner, readJson(report), code ?? 70);
  if (result.broken && output.trim() !== '') result.failures.push(`${name} said\n${tail(output, 40)}`);
  console.log(suiteLine(result, elapsed(startedAt)));
  return result;
}

function commandOf(/** @type {VitestPart | PlaywrightPart} */ part, /** @type {string} */ report) {
  if ('file' in part) {
    const config = inRoot('tests', 'e2e', 'playwright.config.ts');
    const runner = [inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--config', config];
    return [...runner, '--reporter=json', part.file, '-g', part.title];
  }
  const args = [
    inRoot('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    part.project,
    part.folder,
  ];
  return [...args, '--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'];
}
