/** The time that everything in a package gets: the commit's, so that two builds of one commit are the same. */
import { root } from '../scripts/lib/paths.mjs';
import { run } from '../scripts/lib/run.mjs';

/**
 * `SOURCE_DATE_EPOCH` where it is set (reproducible-builds.org), else the time of the commit; without either (sources
 * out of an archive) the first second of 2026.
 */
export async function sourceTime(env = process.env): Promise<Date> {
  const given = env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d{1,12}$/.test(given)) return new Date(Number(given) * 1000);
  const { code, output } = await run('git', ['-C', root, 'log', '-1', '--format=%ct']);
  const seconds = Number(output.trim());
  return new Date(code === 0 && seconds > 0 ? seconds * 1000 : Date.UTC(2026, 0, 1));
}
