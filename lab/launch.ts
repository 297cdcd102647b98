/**
 * For `scripts/gatehouse`: sets up, and prints the values for the shell as assignments for its
 * `eval`. Without a display they are those of Node with the terminal. Its arguments are the shell's
 * process id and the program's words. As root, files they name that Electron's sandbox user cannot
 * read are staged as copies.
 */
import { inRoot } from '../scripts/lib/paths.ts';
import { makeRunFolder } from '../scripts/lib/run-folder.ts';
import { displayOf, platformSwitch, writeAuthority } from './display.ts';
import { stageFiles } from './stage-files.ts';
import { checkoutLauncher } from '../packaging/native/launcher.ts';
import { main } from '../scripts/lib/main.ts';
import { ensureTerminal, ensureWindow } from './set-up.ts';
import { shellQuote } from './runtime.ts';
import { cookieFor } from './x11.ts';

await main(async () => {
  const [pid = '', ...words] = process.argv.slice(2);
  const display = await displayOf(process.env);
  const lines =
    display === undefined ? await linesOfNode() : await linesOfElectron(display, pid, words);
  lines.push(`gatehouse_launcher=${shellQuote(checkoutLauncher('checkout'))}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
});

/** Node needs no user of its own, no display, and no copy of a file. */
async function linesOfNode() {
  await ensureTerminal();
  return [
    'gatehouse_kind=node',
    `gatehouse_program=${shellQuote(process.execPath)}`,
    `gatehouse_app=${shellQuote(inRoot('dist', 'terminal', 'terminal.cjs'))}`,
  ];
}

async function linesOfElectron(display: string, pid: string, words: string[]) {
  const runtime = await ensureWindow();
  const { sandboxUser } = runtime;
  const end = words.indexOf('--');
  const args = end === -1 ? words : words.slice(0, end);
  const cookie = cookieFor(display, process.env);

  let runFolder: string | undefined;
  const ensureRunFolder = () => (runFolder ??= makeRunFolder(sandboxUser, { pid, shared: true }));

  if (sandboxUser !== null && cookie !== undefined)
    writeAuthority(ensureRunFolder(), cookie, sandboxUser);
  const staged = sandboxUser === null ? args : await stageFiles(args, sandboxUser, ensureRunFolder);

  const lines = [
    'gatehouse_kind=electron',
    `gatehouse_program=${shellQuote(runtime.executable)}`,
    `gatehouse_app=${shellQuote(runtime.appDir)}`,
    `gatehouse_platform=${platformSwitch(display)}`,
    `gatehouse_run_folder=${shellQuote(runFolder ?? '')}`,
  ];
  if (staged !== args)
    lines.push(
      `gatehouse_own=${String(args.length)}`,
      `gatehouse_arguments=${shellQuote(staged.map(shellQuote).join(' '))}`,
    );
  return lines;
}
