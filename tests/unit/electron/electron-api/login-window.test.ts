import type { BrowserWindow } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askForAttention } from '../../../../electron/electron-api/login-window.ts';

const asked = vi.hoisted(() => [] as string[]);
vi.mock('electron', () => ({
  app: { dock: { bounce: (how: string) => asked.push(`bounce ${how}`) } },
  BrowserWindow: {},
  nativeTheme: {},
  screen: {},
}));

const { platform } = process;
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  asked.length = 0;
});

const windowAt = (isFocused: boolean): BrowserWindow =>
  ({
    isDestroyed: () => false,
    isFocused: () => isFocused,
    flashFrame: (flag: boolean) => asked.push(`flash ${String(flag)}`),
  }) as unknown as BrowserWindow;

describe('the call for attention of an unfocused window', () => {
  // `flashFrame` bounces until they come there, from Electron 31 on.
  it.each([
    ['darwin', ['bounce informational']],
    ['linux', ['flash true', 'bounce informational']],
    ['win32', ['flash true', 'bounce informational']],
  ])('asks for attention on %s if the window is unfocused: %j', (name, expected) => {
    Object.defineProperty(process, 'platform', { value: name });
    askForAttention(windowAt(true));
    expect(asked).toEqual([]);
    askForAttention(windowAt(false));
    expect(asked).toEqual(expected);
  });
});
