/**
 * The parts of `npm run check`: each is a script of package.json, which ends with 0 when all is
 * well.
 */
import { availableParallelism } from 'node:os';
import { writeMessageTypes } from '../build/build-product.ts';
import { elapsed } from '../lib/log.ts';
import { root } from '../lib/paths.ts';
import { run } from '../lib/run.ts';

/** The slow ones first. */
const PARTS = ['types', 'lint', 'format', 'messages', 'layers', 'commits'];

/** Windows starts no script by its name alone. */
const NPM = process.platform === 'win32' ? ['cmd', '/c', 'npm'] : ['npm'];

/** `skipped`: the reason for which a part could not judge here; it prints that, and ends with 0. */
export type CheckResult = Readonly<{
  name: string;
  ok: boolean;
  skipped: string | undefined;
  output: string;
  time: string;
}>;

/**
 * Runs all parts, as many at once as there are cores.
 *
 * @throws {BuildError} where a message cannot be read
 */
export async function runChecks(onResult: (result: CheckResult) => void): Promise<CheckResult[]> {
  const waiting = [...PARTS];
  const results: CheckResult[] = [];
  writeMessageTypes();

  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startedAt = Date.now();
      const [program, ...args] = [...NPM, 'run', '--silent', name];
      const { code, output } = await run(program, args, {
        cwd: root,
        endsWithUs: 'TERM',
      });
      const ok = code === 0;
      const skipped = ok ? /^skipped: (.+)$/m.exec(output)?.[1] : undefined;
      const result = { name, ok, skipped, output, time: elapsed(startedAt) };
      results.push(result);
      onResult(result);
    }
  };

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
