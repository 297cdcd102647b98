/**
 * `npm run check`: the parts side by side. Warns when Electron or Node of a package is out of
 * support.
 */
import { stripVTControlCharacters } from 'node:util';
import { pinnedNode } from '../packaging/linux/node.ts';
import { supportOf } from '../packaging/runtime-support.ts';
import { ownPackage } from './lib/package-files.ts';
import { main } from './lib/main.ts';
import { runChecks } from './test/checks.ts';

await main(async () => {
  const results = await runChecks(({ name, ok, skipped, time }) => {
    const mark = !ok ? '✗' : skipped === undefined ? '✓' : '–';
    const note = skipped === undefined ? '' : ` · skipped: ${skipped}`;
    console.log(`${mark} ${name} · ${time}${note}`);
  });
  const { electron = '' } = ownPackage().devDependencies;
  const warnings = [
    supportOf('Electron', electron, new Date()).warning,
    supportOf('Node', pinnedNode('x64').version, new Date()).warning,
  ];
  for (const warning of warnings) if (warning) console.log(`! ${warning}`);
  const failed = results.filter(({ ok }) => !ok);
  for (const { name, output } of failed)
    console.log(`\n── npm run ${name}\n${stripVTControlCharacters(output).trimEnd()}`);
  const names = failed.map(({ name }) => name);
  const isMendable = names.some((name) => name === 'lint' || name === 'format');
  const remedy = isMendable ? ' Run `npm run fix`.' : '';
  console.log(
    `\n${names.length === 0 ? 'All checks passed.' : `Failed: ${names.join(', ')}.${remedy}`}`,
  );
  return failed.length === 0 ? 0 : 1;
});
