/**
 * For `scripts/gatehouse`: sets up, and prints the values for the shell as assignments for its `eval`.
 * Its arguments are the shell's process id and the program's words. As root, files they name that the sandbox user
 * cannot read are staged as copies.
 */
import { randomBytes } from 'node:crypto';
import { makePlace } from '../scripts/lib/places.ts';
import { displayOf, platformSwitch, virtualServer, writeAuthority } from './display.ts';
import { stageFiles } from './stage-files.ts';
import { checkoutLauncher } from '../packaging/native/launcher.ts';
import { main } from '../scripts/lib/main.ts';
import { ensureWindow } from './set-up.ts';
import { shellQuote } from './runtime.ts';
import { cookieFor } from './x11.ts';

await main(async () => {
  const runtime = await ensureWindow();
  const { sandboxUser } = runtime;
  const [pid = '', ...words] = process.argv.slice(2);
  const end = words.indexOf('--');
  const args = end === -1 ? words : words.slice(0, end);
  const display = await displayOf(process.env);
  const cookie = display === undefined ? randomBytes(16) : cookieFor(display, process.env);

  let place: string | undefined;
  const ensurePlace = () => (place ??= makePlace(sandboxUser, { pid, shared: true }));

  let server = '';
  if (display === undefined || (sandboxUser !== null && cookie !== undefined)) {
    const file = writeAuthority(ensurePlace(), cookie as Buffer, sandboxUser);
    if (display === undefined) server = virtualServer(sandboxUser, file).map(shellQuote).join(' ');
  }
  const staged = sandboxUser === null ? args : await stageFiles(args, sandboxUser, ensurePlace);

  const lines = [
    `gatehouse_launcher=${shellQuote(checkoutLauncher('checkout'))}`,
    `gatehouse_electron=${shellQuote(runtime.executable)}`,
    `gatehouse_app=${shellQuote(runtime.appDir)}`,
    // A virtual display is an X server.
    `gatehouse_platform=${platformSwitch(display ?? ':')}`,
    `gatehouse_room=${shellQuote(place ?? '')}`,
    `gatehouse_server=${shellQuote(server)}`,
  ];
  if (staged !== args)
    lines.push(
      `gatehouse_own=${String(args.length)}`,
      `gatehouse_arguments=${shellQuote(staged.map(shellQuote).join(' '))}`,
    );
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
});
