import type { WebContents } from 'electron';

/** Version of the DevTools protocol, as Electron names it. */
const VERSION = '1.3';
/**
 * Commands for a page, or for a frame with a process of its own. The last one attaches the frames
 * inside, which then get the same commands.
 */
const HOLD_COMMANDS: readonly (readonly [method: string, parameters: object])[] = [
  ['Page.enable', {}],
  ['Page.setInterceptFileChooserDialog', { enabled: true }],
  [
    'Target.setAutoAttach',
    {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter: [{ type: 'iframe' }],
    },
  ],
];

/**
 * Keeps the system's dialogs for files and folders closed for a page and its frames, whether an
 * input element or a script asks for them. Electron has no other way: neither a permission nor the
 * sandbox policy keeps them closed. Call before the first load.
 *
 * @returns resolved once the dialogs are kept closed; rejected if they cannot be
 */
export async function holdFileDialogs({ debugger: devtools }: WebContents): Promise<void> {
  devtools.attach(VERSION);
  const hold = (...session: [id?: string]): Promise<unknown> =>
    Promise.all(
      HOLD_COMMANDS.map(([method, parameters]) =>
        devtools.sendCommand(method, parameters, ...session),
      ),
    );
  devtools.on('message', (_event, method, { sessionId }: Readonly<{ sessionId?: string }>) => {
    // The frame may have gone again.
    if (method === 'Target.attachedToTarget') hold(sessionId).catch(() => undefined);
  });
  await hold();
}
