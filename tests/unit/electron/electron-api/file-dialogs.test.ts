import type { WebContents } from 'electron';
import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { holdFileDialogs } from '../../../../electron/electron-api/file-dialogs.ts';

/** A page's debugger that answers commands so. */
function pageThat(answers: (method: string) => Promise<unknown>) {
  const commands: (readonly [method: string, session: string | null])[] = [];
  const devtools = Object.assign(new EventEmitter(), {
    attach: vi.fn(),
    // Electron refuses an empty session, and one that is undefined counts as given.
    sendCommand: (method: string, _parameters: object, ...session: string[]) => {
      commands.push([method, session.length === 0 ? null : (session[0] ?? 'undefined')]);
      return answers(method);
    },
  });
  return { contents: { debugger: devtools } as unknown as WebContents, devtools, commands };
}

const HELD = ['Page.enable', 'Page.setInterceptFileChooserDialog', 'Target.setAutoAttach'];

describe('file dialogs of a page', () => {
  it('holds file dialogs of the page, and of each frame that has a process of its own (SEC-88)', async () => {
    const { contents, devtools, commands } = pageThat(() => Promise.resolve({}));
    await holdFileDialogs(contents);
    expect(devtools.attach).toHaveBeenCalledOnce();
    expect(commands.splice(0)).toEqual(HELD.map((method) => [method, null]));
    devtools.emit('message', {}, 'Page.frameNavigated', { frame: {} });
    expect(commands).toEqual([]);
    devtools.emit('message', {}, 'Target.attachedToTarget', { sessionId: 'frame' });
    expect(commands).toEqual(HELD.map((method) => [method, 'frame']));
  });

  it('fails if file dialogs cannot be held (SEC-88)', async () => {
    const { contents } = pageThat((method) =>
      method === 'Page.enable' ? Promise.resolve({}) : Promise.reject(new Error('not known')),
    );
    await expect(holdFileDialogs(contents)).rejects.toThrow('not known');
    const { contents: taken, devtools } = pageThat(() => Promise.resolve({}));
    devtools.attach.mockImplementation(() => {
      throw new Error('already attached');
    });
    await expect(holdFileDialogs(taken)).rejects.toThrow('already attached');
  });

  it('does not fail at the file dialogs of a frame that has gone again', async () => {
    let isGone = false;
    const { contents, devtools, commands } = pageThat(() =>
      isGone ? Promise.reject(new Error('target closed')) : Promise.resolve({}),
    );
    await holdFileDialogs(contents);
    isGone = true;
    devtools.emit('message', {}, 'Target.attachedToTarget', { sessionId: 'frame' });
    await vi.waitFor(() => {
      expect(commands).toHaveLength(2 * HELD.length);
    });
  });
});
