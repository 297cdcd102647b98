import { describe, expect, it } from 'vitest';
import { chooseFrontend } from '../../../../electron/frontends/choose-frontend.ts';

type Options = Parameters<typeof chooseFrontend>[0];
type Context = Parameters<typeof chooseFrontend>[1];

const OPTIONS: Options = { command: 'gate', noUi: false, method: null, passcodeStdin: false };
const PUSH = { method: 'push' } as const;
const TOTP = { method: 'totp' } as const;
const NO_UI = { noUi: true } as const;
const NOBODY = { username: '', applicationType: 'promptless', platform: 'linux' } as const;
const SCREEN = { ...NOBODY, hasScreen: true, hasTerminal: false };
const TERMINAL = { ...NOBODY, hasScreen: false, hasTerminal: true };
const NEITHER = { ...NOBODY, hasScreen: false, hasTerminal: false };
const WINDOWS = { ...NOBODY, hasScreen: true, hasTerminal: false, platform: 'win32' } as const;
const PROMPT = { applicationType: 'prompt' } as const;
const NAMED = { username: 'alice' };

describe('the chosen frontend', () => {
  it.each<readonly [string, Partial<Options>, Context]>([
    ['window', {}, SCREEN],
    ['window', {}, { ...SCREEN, hasTerminal: true }],
    ['window', { ...PUSH }, { ...SCREEN, ...NAMED }],
    ['terminal', NO_UI, { ...SCREEN, hasTerminal: true }],
    ['terminal', {}, TERMINAL],
    ['terminal', { ...NO_UI, ...PUSH }, { ...TERMINAL, ...NAMED }],
    ['terminal', { ...NO_UI, ...TOTP }, { ...TERMINAL, ...NAMED }],
    ['headless', { ...NO_UI, ...PUSH }, { ...SCREEN, ...NAMED }],
    ['headless', PUSH, { ...NEITHER, ...NAMED }],
    [
      'headless',
      { command: 'check', ...NO_UI, ...TOTP, passcodeStdin: true },
      { ...SCREEN, ...NAMED },
    ],
    [
      'headless',
      { command: 'check', ...NO_UI, ...TOTP, passcodeStdin: true },
      { ...TERMINAL, ...NAMED },
    ],
    ['window', {}, { ...SCREEN, ...PROMPT }],
    ['terminal', {}, { ...TERMINAL, ...PROMPT }],
    ['headless', NO_UI, { ...NEITHER, ...NAMED, ...PROMPT }],
    ['headless', NO_UI, { ...SCREEN, ...NAMED, ...PROMPT }],
    ['window', {}, WINDOWS],
    ['headless', { ...NO_UI, ...PUSH }, { ...WINDOWS, ...NAMED }],
    [
      'headless',
      { command: 'check', ...NO_UI, ...TOTP, passcodeStdin: true },
      { ...WINDOWS, ...NAMED },
    ],
  ])('chooses the %s for %j with %j', (frontend, options, context) => {
    expect(chooseFrontend({ ...OPTIONS, ...options }, context)).toEqual({
      ok: true,
      value: frontend,
    });
  });

  it.each<readonly [Partial<Options>, Context, RegExp]>([
    [{}, NEITHER, /needs --user and --method/],
    [NO_UI, SCREEN, /needs --user and --method/],
    [{ ...NO_UI, ...PUSH }, SCREEN, /needs --user$/],
    [NO_UI, { ...SCREEN, ...NAMED }, /needs --method$/],
    [{}, { ...NEITHER, ...NAMED }, /needs --method$/],
    [{ ...NO_UI, ...TOTP }, { ...SCREEN, ...NAMED }, /window or a terminal/],
    [{ command: 'check', ...NO_UI, ...TOTP }, { ...SCREEN, ...NAMED }, /--passcode-stdin/],
    [
      { command: 'check', ...NO_UI, passcodeStdin: true },
      { ...TERMINAL, ...NAMED },
      /needs --method$/,
    ],
    [{}, { ...NEITHER, ...PROMPT }, /needs --user and --no-ui: it says the address/],
    [{}, { ...NEITHER, ...NAMED, ...PROMPT }, /needs --no-ui: it says the address/],
    [NO_UI, { ...NEITHER, ...PROMPT }, /needs --user: it says the address/],
    [
      NO_UI,
      WINDOWS,
      /^--no-ui on Windows needs --user and --method; without --no-ui the window asks$/,
    ],
    [
      { ...NO_UI, ...TOTP },
      { ...WINDOWS, ...NAMED },
      /^--method totp needs the window to take the code from$/,
    ],
    [
      { command: 'check', ...NO_UI, ...TOTP },
      { ...WINDOWS, ...NAMED },
      /--passcode-stdin, or the window$/,
    ],
    [NO_UI, { ...WINDOWS, ...PROMPT }, /^--no-ui on Windows needs --user: it says the address/],
  ])('refuses %j with %j', (options, context, reason) => {
    expect(chooseFrontend({ ...OPTIONS, ...options }, context)).toEqual({
      ok: false,
      error: expect.stringMatching(reason) as unknown,
    });
  });
});
