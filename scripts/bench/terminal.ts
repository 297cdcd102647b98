/**
 * A login without a window in Node, beside the same in Electron: by options alone, a push that is
 * approved at once. Both are started by the launcher of a checkout, without its shell.
 */
import type { Emulator } from '../../emulator/strict.ts';
import { checkoutLauncher } from '../../packaging/native/launcher.ts';
import { Program } from '../../lab/child-program.ts';
import { requireElectron } from '../../lab/electron-runtime.ts';
import { writeConfig, type Owner } from '../../lab/written-config.ts';
import { personAt } from '../../lab/person.ts';
import { inRoot } from '../lib/paths.ts';
import { makeRunFolder } from '../lib/run-folder.ts';
import { watchGroup } from './support/children.ts';
import { cpuMsOf, megabytesOf } from './support/process-use.ts';
import { leftOut, rowsOf, type Cells, type Row } from './support/row.ts';
import { figures } from './support/statistics.ts';

const WARM_UP = 1;
const USER = 'push-only';

/** Node runs as the caller, in folders that the next run sweeps. */
const CALLER: Owner = { makeFolder: () => makeRunFolder(null), own: () => undefined };

type Start = Readonly<{
  name: 'Electron' | 'Node';
  /** The launcher's words for a checkout: kind, program, application, switch. */
  words: readonly string[];
  config: string;
  env: NodeJS.ProcessEnv;
}>;

type Login = Readonly<{ request: number; login: number; cpu: number; memory: number }>;

export async function terminal(
  emulator: Emulator,
  runs: number,
  canReadMemory: boolean,
): Promise<readonly Row[]> {
  // The older Electron of the tests has its websockets in a page of its own.
  const changes = { service: { realtime: { transports: ['polling'] } } };
  const { executable, appDir } = requireElectron();
  const starts: readonly Start[] = [
    {
      name: 'Node',
      words: ['node', process.execPath, inRoot('dist', 'terminal', 'terminal.cjs'), ''],
      config: writeConfig(emulator, changes, { owner: CALLER }),
      // Its data would lie among those of whoever measures.
      env: { DISPLAY: '', WAYLAND_DISPLAY: '', XDG_CONFIG_HOME: makeRunFolder(null) },
    },
    {
      name: 'Electron',
      words: ['electron', executable, appDir, '--ozone-platform=x11'],
      config: writeConfig(emulator, changes),
      env: {},
    },
  ];
  if (!canReadMemory) leftOut.push('terminal: memory: only root may read that of Electron');
  const [node, electron] = starts.map(
    (start) => () => oneLogin(emulator, start, canReadMemory),
  ) as [() => Promise<Login>, () => Promise<Login>];
  const found = await figures(runs, WARM_UP, async () => {
    const [ours, theirs] = [await node(), await electron()];
    return {
      ...ours,
      electronRequest: theirs.request,
      electronLogin: theirs.login,
      electronCpu: theirs.cpu,
      electronMemory: theirs.memory,
    };
  });
  const upToWait = 'all processes, until the login waits for the approval; bare: Electron';
  const memory: Cells = [
    'memory',
    found.memory,
    upToWait,
    { unit: 'MB', bare: found.electronMemory },
  ];
  return rowsOf('terminal: ', { sampling: 'paired' }, [
    [
      'first request',
      found.request,
      'spawn to the first request at the service; bare: Electron with --no-ui',
      { bare: found.electronRequest },
    ],
    [
      'login',
      found.login,
      'spawn to the end of `check`, by a push; bare: Electron',
      { bare: found.electronLogin },
    ],
    ['CPU', found.cpu, upToWait, { bare: found.electronCpu }],
    ...(canReadMemory ? [memory] : []),
  ]);
}

async function oneLogin(
  emulator: Emulator,
  { name, words, config, env }: Start,
  canReadMemory: boolean,
): Promise<Login> {
  const person = personAt(emulator.url);
  await person.reset();
  const login = ['check', '--config', config, '--no-ui', '--user', USER, '--method', 'push'];
  const startedAt = Date.now();
  const program = new Program([checkoutLauncher('checkout'), ...words, '', '', ...login], { env });
  watchGroup(program.pid, program.ended);
  const { tid } = await person.delivered(USER, 'push');
  await person.listenedTo(tid);
  const waitsAt = Date.now();
  const cpu = cpuMsOf(program.pid);
  const memory = canReadMemory ? megabytesOf(program.pid) : 0;
  const [first] = await person.log();
  const approvedAt = Date.now();
  await person.approve(tid);
  const { code, stderr } = await program.ended;
  const endedAt = Date.now();
  if (code !== 0) throw new Error(`${name}: the login ended with ${String(code)}:\n${stderr}`);
  return {
    request: Number(first?.at) - startedAt,
    login: waitsAt - startedAt + (endedAt - approvedAt),
    cpu,
    memory,
  };
}
