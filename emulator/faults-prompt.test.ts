import { describe, expect } from 'vitest';
import type { Emulator } from './emulator.ts';
import {
  callApi,
  emulatorForTest,
  it,
  paths,
  rawRequest,
  setFault as setAnyFault,
} from '../tests/support/emulator/emulator-for-test.ts';

/**
 * The attempts of a hosted page of a hostile or broken service. Their effect in a real window:
 * tests/e2e.
 */

const callbackUrl = 'http://127.0.0.1:9/callback/own-value?mine=random';
const elsewhere = 'https://elsewhere.example/<1>?a&b';

const setFault = (emulator: Emulator, fault: Record<string, unknown>): void =>
  setAnyFault(emulator, { path: 'prompt', times: 1, ...fault });

async function newPage(emulator: Emulator, username = 'alice'): Promise<string> {
  const { result } = await callApi(emulator, paths.init, { username, callbackUrl });
  return String(result['webURI']);
}

/**
 * Attempts that do not show in the window: the page has them. The others:
 * tests/e2e/hosted-*.spec.ts.
 */
const PAGES: readonly (readonly [kind: string, fault: object, shown: string | RegExp])[] = [
  [
    'frame',
    { url: elsewhere },
    /<iframe [^>]*src="https:\/\/elsewhere.example\/&lt;1&gt;\?a&amp;b"/,
  ],
  ['download', {}, 'link.download = "run.sh";'],
  ['hold', {}, "addEventListener('beforeunload'"],
  ...['script', 'link', 'frame'].map(
    (by) => ['protocol', { url: 'mailto:a@b.example', by }, '"mailto:a@b.example"'] as const,
  ),
  [
    'permissions',
    { names: ['camera'] },
    /^(?!.*getCurrentPosition).*getUserMedia\(\{ video: true \}\)/s,
  ],
  ['script', { code: 'window.outcomes.x = "</script>";' }, 'window.outcomes.x = "<\\/script>";'],
];

it.each(PAGES)('puts %s %j into the page once', async (kind, fault, shown) => {
  const emulator = await emulatorForTest({ applicationType: 'prompt' });
  setFault(emulator, { kind, ...fault });
  const { text, headers } = await rawRequest(await newPage(emulator), {});
  expect(text).toMatch(shown);
  expect(headers['content-security-policy']).toBeUndefined();
  expect(emulator.faults.list()).toEqual([]);
  const after = await rawRequest(await newPage(emulator), {});
  expect(after.headers['content-security-policy']).toContain("default-src 'none'");
});

it.each<readonly [string, object, string | RegExp]>([
  [
    'callback-elsewhere',
    { url: elsewhere },
    /^https:\/\/elsewhere\.example\/.*&serviceState=ok&serviceToken=\w{60}$/,
  ],
  ['callback-forged', {}, /\/callback\/awn-value\?mine=aandom&serviceState=ok&serviceToken=/],
  ['callback-forged', { how: 'missing' }, /\/callback\/\?serviceState=ok&serviceToken=/],
  [
    'callback-repeated',
    { as: 'parameters', count: 2 },
    /&serviceState=ok&serviceToken=\w{60}&serviceState=ok&serviceToken=\w{60}$/,
  ],
  ['callback-state', { state: 'OK' }, /&serviceState=OK&serviceToken=\w{60}$/],
  ['callback-state', { state: null, token: null }, /\?mine=random$/],
  ['callback-repeated', {}, /const address = "http:.*&serviceState=ok&serviceToken=/],
])('changes the way back by %s %j', async (kind, fault, location) => {
  const emulator = await emulatorForTest({ applicationType: 'prompt' });
  setFault(emulator, { kind, ...fault });
  const page = await newPage(emulator);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await rawRequest(page, { method: 'POST', headers, body: 'method=push' });
  expect(emulator.approve(page.split('/').at(-1) ?? '').ok).toBe(true);
  const { headers: answered, text } = await rawRequest(page, {});
  expect(answered['location'] ?? text).toMatch(location);
});

describe('a fault with the path prompt', () => {
  it('leaves others alone with a fault of the hosted page for one person', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    setFault(emulator, { kind: 'close', username: 'denied' });
    expect((await rawRequest(await newPage(emulator), {})).text).not.toContain('window.close');
    expect((await rawRequest(await newPage(emulator, 'denied'), {})).text).toContain(
      'window.close',
    );
  });

  it('keeps a fault of every API path off the hosted pages', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const page = await newPage(emulator);
    setFault(emulator, { path: '*', kind: 'status', status: 503 });
    expect((await rawRequest(page, {})).status).toBe(200);
  });
});
