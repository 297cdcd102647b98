import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it("starts the emulator in Gatehouse's own suites for subscribers only", () => {
  const files = execFileSync('git', ['ls-files', 'tests', 'scripts', 'lab'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const lenient = files.filter((file) =>
    /import \{[^}]*\bstartEmulator\b[^}]*\} from '[./]*emulator\/emulator\.ts'/.test(
      readFileSync(`${root}/${file}`, 'utf8'),
    ),
  );
  // Import from emulator/strict.ts: by the defaults a client that forgot to subscribe would pass.
  expect(lenient).toEqual([]);
  const demonstration = readFileSync(`${root}/lab/demonstration.ts`, 'utf8');
  expect(demonstration).toMatch(/'--rooms',\s*'tid'/);
});
