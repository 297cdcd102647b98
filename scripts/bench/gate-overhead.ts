/** From the verdict to the command's first instruction. Most of it is Electron's death. */
import { resolve } from 'node:path';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import { Program } from '../../lab/child-program.ts';
import { requireElectron } from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { watchGroup } from './support/children.ts';
import { goneAt } from './support/death-watch.ts';
import { bareApp, profileFolder, withElectron, type App } from './support/electron-process.ts';
import { noteHelpers } from './support/other-work.ts';
import { pause, textOf } from './support/process-use.ts';
import { atMost, rowOf, type Row } from './support/row.ts';
import { figures } from './support/statistics.ts';
import { ownStart, TELL_TIME, printedTime } from './support/announced-time.ts';

const LAUNCHER = resolve(import.meta.dirname, '..', 'gatehouse');
const STATUS = 5;
const OPTIONS = [
  '--no-ui',
  '--user',
  'bypassed',
  '--method',
  'push',
  '--status-fd',
  String(STATUS),
];
const FIND_MS = 20_000;
const LOOK_MS = 5;
const WARM_UP = 1;
/**
 * The delay of the service's answer, and of the bare app's end: an Electron that still starts takes
 * longer to end, and no person answers that soon.
 */
const PAUSE_MS = 500;

export async function gateOverhead(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  const config = writeConfig(emulator);
  const [home, bareEnd] = [profileFolder(), bareApp('exit', String(PAUSE_MS))];
  emulator.faults.add([{ path: '/api/transaction/init', kind: 'delay', milliseconds: PAUSE_MS }]);
  const own = ownStart(Math.max(10, runs));
  const { passage, bare } = await figures(runs, WARM_UP, async () => ({
    passage: await onePassage(config, home, own),
    bare: await bareEnding(bareEnd),
  })).finally(() => emulator.faults.clear());
  const taken = `the ${own.toFixed(2)} ms that \`bash\` takes to start are taken off`;
  const note = `verdict to the command's first instruction, ${taken}; bare: SIGKILL to Electron gone`;
  const more = { bare, sampling: 'paired', ...atMost(100, 'nothing', 'p95') } as const;
  return [rowOf('gate: verdict to command', passage, note, more)];
}

/**
 * One login through the gate. The verdict's time is cut to whole milliseconds, which adds half of
 * one.
 */
async function onePassage(config: string, home: string, own: number) {
  // A separate home: do not share the ticket's key or other files with other runs on this machine.
  const env =
    requireElectron().sandboxUser === null
      ? { XDG_CONFIG_HOME: home }
      : { GATEHOUSE_RUNNER_HOME: home };
  const command = [LAUNCHER, '--config', config, ...OPTIONS, '--', ...TELL_TIME] as const;
  const gate = new Program([...command], { listenTo: [STATUS], env });
  watchGroup(gate.pid, gate.ended);
  const [[, credit], ended] = await Promise.all([electronOf(gate).then(endOf), gate.ended]);
  credit();
  const { code, stdout, stderr, heard } = ended;
  const status = heard.get(STATUS) ?? '';
  if (code !== 0 || status === '')
    throw new Error(`the gate ended with ${String(code)}:\n${stderr}`);
  const { outcome, time } = verdictSchema.parse(JSON.parse(status));
  if (outcome !== 'bypassed') throw new Error(`the gate said ${outcome}`);
  return printedTime(stdout.toString()) - own - Date.parse(time);
}

/**
 * The launcher's child that runs the login; the wrappers around Electron become it, so its number
 * stays.
 */
async function electronOf(gate: Program): Promise<number> {
  const until = Date.now() + FIND_MS;
  const { pid, child } = gate;
  const launcher = `/proc/${String(pid)}/task/${String(pid)}/children`;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const children = textOf(launcher).split(' ').filter(Boolean);
    const found = children.find((child) =>
      textOf(`/proc/${child}/cmdline`).includes('--gatehouse-launch='),
    );
    if (found !== undefined) return Number(found);
    await pause(LOOK_MS);
  }
  throw new Error(`the gate started no Electron:\n${gate.said()}`);
}

const bareEnding = (bare: App): Promise<number> =>
  withElectron(bare, async (app) => {
    const [[gone, credit], report] = await Promise.all([endOf(app.pid), app.nextReport()]);
    credit();
    return gone - (report as Readonly<{ exitAt: number }>).exitAt;
  });

/**
 * The end of an Electron. Notes its helpers after `PAUSE_MS`: always before the verdict, and as
 * late as possible.
 */
const endOf = (pid: number): Promise<[gone: number, credit: () => void]> =>
  Promise.all([goneAt(pid), pause(PAUSE_MS).then(noteHelpers)]);
