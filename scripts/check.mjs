/** `npm run check`: types, lint, format and layers, in seconds. */
import { runChecks } from './lib/checks.mjs';
import { withoutColours } from './lib/run.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const context = await prepare('packages');
  const results = await runChecks(context, ({ name, ok, time }) =>
    console.log(`${ok ? '✓' : '✗'} ${name} · ${time}`),
  );
  const failed = results.filter((result) => !result.ok);
  for (const { name, output } of failed) console.log(`\n── ${name}\n${withoutColours(output).trimEnd()}`);
  console.log(
    failed.length === 0 ? '\nAll well.' : `\nNot well: ${failed.map(({ name }) => name).join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
});
