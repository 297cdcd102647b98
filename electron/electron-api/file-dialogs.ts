import type { WebContents } from 'electron';

/** DevTools protocol, as Electron names it. */
const VERSION = '1.3';
/** For a page or a frame with a process of its own, whose own frames are attached in turn. */
const HOLD: readonly (readonly [method: string, parameters: object])[] = [
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
 * Keeps the system's dialogs for files and folders from opening for a page and its frames: by an input, and by the
 * pickers of scripts. Electron has no other way: neither a permission nor the sandbox policy holds them. Call before
 * the first load.
 *
 * @returns resolved once they are held; rejected if they cannot be
 */
export async function holdFileDialogs({ debugger: devtools }: WebContents): Promise<void> {
  devtools.attach(VERSION);
  const hold = (...session: [id?: string]): Promise<unknown> =>
    Promise.all(
      HOLD.map(([method, parameters]) => devtools.sendCommand(method, parameters, ...session)),
    );
  devtools.on('message', (_event, method, { sessionId }: Readonly<{ sessionId?: string }>) => {
    // A frame may have gone again.
    if (method === 'Target.attachedToTarget') hold(sessionId).catch(() => undefined);
  });
  await hold();
}
