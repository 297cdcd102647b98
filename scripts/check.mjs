/**
 * `npm run check`: types, lint, format, messages, layers and the subjects of commits. Warns when the Electron of
 * package.json is out of support.
 */
import { stripVTControlCharacters } from 'node:util';
import { runChecks } from './lib/checks.mjs';
import { inRoot } from './lib/paths.mjs';
import { readJson } from './lib/stamp.mjs';
import { supportOf } from '../packaging/electron-support.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const context = await prepare('packages');
  const results = await runChecks(context, ({ name, ok, skipped, time }) => {
    const mark = !ok ? '✗' : skipped === undefined ? '✓' : '–';
    console.log(
      `${mark} ${name} · ${time}${skipped === undefined ? '' : ` · skipped: ${skipped}`}`,
    );
  });
  const { electron } = readJson(inRoot('package.json')).devDependencies;
  const { warning } = supportOf(electron, new Date());
  if (warning) console.log(`! ${warning}`);
  const failed = results.filter((result) => !result.ok);
  for (const { name, output } of failed)
    console.log(`\n── ${name}\n${stripVTControlCharacters(output).trimEnd()}`);
  const names = failed.map(({ name }) => name);
  const remedy = names.some((name) => ['lint', 'format'].includes(name))
    ? ' Run `npm run fix`.'
    : '';
  console.log(
    `\n${names.length === 0 ? 'All checks passed.' : `Failed: ${names.join(', ')}.${remedy}`}`,
  );
  return failed.length === 0 ? 0 : 1;
});
