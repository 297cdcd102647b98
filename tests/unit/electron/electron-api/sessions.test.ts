import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';

const electron = vi.hoisted(() => ({ app: null as unknown as NodeJS.EventEmitter }));
vi.mock('electron', () => {
  electron.app = new EventEmitter();
  return { app: electron.app, session: {} };
});

it.each([
  ['a request of ours, which has no page', null],
  ['a page', {}],
])('sends no client certificate from %s (SEC-11)', async (_whose, contents) => {
  const { silenceSessions } = await import('../../../../electron/electron-api/sessions.ts');
  electron.app.removeAllListeners();
  silenceSessions();
  const [preventDefault, answer] = [vi.fn(), vi.fn()];
  electron.app.emit(
    'select-client-certificate',
    { preventDefault },
    contents,
    'host.test:443',
    [{}],
    answer,
  );
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(answer.mock.calls).toEqual([[]]);
});
