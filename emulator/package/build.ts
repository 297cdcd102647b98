/**
 * `node emulator/package/build.ts [FOLDER]`: builds the npm package of the emulator below a folder
 * (out/emulator where none is named) and packs it. The last line on standard output is the path of
 * the tarball.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = resolve(process.argv[2] ?? join(root, 'out', 'emulator'));
const folder = join(out, 'package');

/** The lines that a command of git prints. */
function git(...words: readonly string[]): readonly string[] {
  const printed = execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 2] });
  return printed.toString().trim().split('\n');
}

rmSync(folder, { recursive: true, force: true });
const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
execFileSync(
  process.execPath,
  [compiler, '--project', join(root, 'emulator', 'package'), '--outDir', join(folder, 'dist')],
  { stdio: ['ignore', 2, 2] },
);

// The pages' own files, as they are.
for (const file of globSync('emulator/{phone,prompt}/*.{html,css,js}', { cwd: root })) {
  mkdirSync(join(folder, 'dist', dirname(file)), { recursive: true });
  cpSync(join(root, file), join(folder, 'dist', file));
}
for (const file of ['package.json', 'CHANGELOG.md'])
  cpSync(join(root, 'emulator', file), join(folder, file));
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));

// Without what is for those alone who have the sources.
const readme = readFileSync(join(root, 'emulator', 'README.md'), 'utf8');
writeFileSync(join(folder, 'README.md'), readme.replace(/\n## Add one more\n[^]*$/, ''));

// Only what is under version control: a tried example has packages and caches beside it.
const examples = ['examples/emulator-node', 'examples/emulator-python'];
for (const file of git('ls-files', ...examples)) {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  cpSync(join(root, file), join(folder, file));
}

const program = join(folder, 'dist', 'emulator', 'main.js');
writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`);
chmodSync(program, 0o755);

const [npm = 'npm', ...npmWords] =
  process.env['npm_execpath'] === undefined
    ? ['npm']
    : [process.execPath, process.env['npm_execpath']];
const packed = execFileSync(
  npm,
  [...npmWords, 'pack', '--json', '--ignore-scripts', '--pack-destination', out],
  { cwd: folder, stdio: ['ignore', 'pipe', 2] },
);
const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }];
process.stdout.write(`${join(out, filename)}\n`);
