/**
 * The launcher with a shell script in Electron's place, and that script and the command without the
 * launcher.
 */
import { CONFIRMED } from '../../lab/verdict-lines.ts';
import { launcherBench, telling } from '../../lab/stand-in.ts';
import { Program } from '../../lab/child-program.ts';
import { watchGroup } from './support/children.ts';
import { atMost, rowOf, type Row } from './support/row.ts';
import { figures } from './support/statistics.ts';
import { marked, sinceMark, TELL_TIME } from './support/announced-time.ts';

const WARM_UP = 2;

export async function launcherAlone(runs: number): Promise<readonly Row[]> {
  const bench = launcherBench();
  const env = bench.doing(telling([CONFIRMED], 0));
  const through = marked([bench.launcher, '--', ...TELL_TIME]);
  // The launcher's task without the launcher: a shell runs the login to its end and becomes the
  // command.
  const without = marked([
    '/bin/sh',
    '-c',
    '"$1" --gatehouse-launch=verdict:3 3>/dev/null || exit; shift; exec "$@"',
    'sh',
    `${bench.folder}/gatehouse`,
    ...TELL_TIME,
  ]);
  const one = async (command: [string, ...string[]]): Promise<number> => {
    const program = new Program(command, { env });
    watchGroup(program.pid, program.ended);
    const { code, stdout, stderr } = await program.ended;
    if (code !== 0) throw new Error(`the launcher ended with ${String(code)}:\n${stderr}`);
    return sinceMark(stdout.toString());
  };
  const both = async () => ({ whole: await one(through), bare: await one(without) });
  const { whole, bare } = await figures(runs, WARM_UP, both).finally(bench.remove);
  const shell = "a shell script in Electron's place; bare: the same without the launcher";
  const note = `its start to the command's first instruction, ${shell}`;
  const more = { bare, sampling: 'paired', ...atMost(50, 'bare', 'p95') } as const;
  return [rowOf('launcher alone', whole, note, more)];
}
