import { describe, expect, test } from 'vitest';
import type { Emulator } from './emulator.ts';
import { callApi, emulatorForTest, paths, rawRequest } from './test-support.ts';

/** Specification 3, 4.2 and docs/wire.md 5: the hosted pages and the way back to the callback address. */

const callbackUrl = 'http://127.0.0.1:9/callback?mine=random';

async function hostedPage(emulator: Emulator, username: string, callback = callbackUrl): Promise<string> {
  const { result } = await callApi(emulator, paths.init, { username, callbackUrl: callback });
  return String(result['webURI']);
}

/** Presses a button of the page. @returns where it leads */
async function press(page: string, state: string): Promise<{ status: number; location: string }> {
  const body = `state=${state}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(page).origin };
  const answer = await rawRequest(page, { method: 'POST', headers, body });
  return { status: answer.status, location: String(answer.headers['location']) };
}

describe('the process page', () => {
  test('asks; confirming leads back with ok and a token that gets the credentials, once', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt', applicationName: 'Desk <1>' });
    const page = await hostedPage(emulator, 'alice');
    const shown = await rawRequest(page, {});
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Desk &lt;1&gt;');
    expect(shown.headers['content-security-policy']).toContain("form-action 'self' http://127.0.0.1:9;");

    const { status, location } = await press(page, 'ok');
    expect(status).toBe(303);
    const back = new URL(location);
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:9/callback');
    expect([...back.searchParams.keys()]).toEqual(['mine', 'serviceState', 'serviceToken']);
    expect(back.searchParams.get('serviceState')).toBe('ok');
    const accessToken = back.searchParams.get('serviceToken');

    const answer = await callApi(emulator, paths.credentials, { accessToken });
    expect(answer.json).toEqual({
      status: 'OK',
      result: { systemToken: emulator.systemToken, email: 'alice@example.com', username: 'alice' },
    });
    expect(answer.signatureValid).toBe(true);
    expect((await callApi(emulator, paths.credentials, { accessToken })).status).toBe(400);
    expect((await rawRequest(page, {})).status).toBe(404);
  });

  test.each(['cancel', 'error'])('%s leads back without a token', async (state) => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const { location } = await press(await hostedPage(emulator, 'alice'), state);
    expect(location).toBe(`${callbackUrl}&serviceState=${state}`);
  });

  test('an unknown button is refused', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    expect((await press(await hostedPage(emulator, 'alice'), 'maybe')).status).toBe(400);
  });

  test('names of its own, placeholders, and a scheme of its own', async () => {
    const callbackParameters = { state: 'acmeState', token: 'acmeToken' };
    const emulator = await emulatorForTest({ applicationType: 'prompt', callbackParameters });
    const own = await press(await hostedPage(emulator, 'alice'), 'ok');
    expect(own.location).toMatch(/&acmeState=ok&acmeToken=[A-Za-z0-9]{60}$/);
    const template = 'http://127.0.0.1:9/%acmeState%/%acmeToken%';
    const filled = await press(await hostedPage(emulator, 'alice', template), 'ok');
    expect(filled.location).toMatch(/^http:\/\/127\.0\.0\.1:9\/ok\/[A-Za-z0-9]{60}$/);
    const page = await hostedPage(emulator, 'alice', 'gatehouse://callback');
    expect((await rawRequest(page, {})).headers['content-security-policy']).toContain(
      "form-action 'self' gatehouse:;",
    );
    expect((await press(page, 'cancel')).location).toBe('gatehouse://callback?acmeState=cancel');
  });
});

describe('the deny page', () => {
  test.each([
    ['denied', /may not use/],
    ['waiting', /approved by an administrator/],
  ])('%s sees Access Denied! and cannot confirm', async (username, words) => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const page = await hostedPage(emulator, username);
    const shown = await rawRequest(page, {});
    expect(shown.text).toContain('Access Denied!');
    expect(shown.text).toMatch(words);
    expect((await press(page, 'ok')).status).toBe(400);
    expect((await press(page, 'cancel')).location).toContain('serviceState=cancel');
    expect((await rawRequest(page.replace('/deny/', '/process/'), {})).status).toBe(404);
  });
});

test('a promptless transaction has no page', async () => {
  const emulator = await emulatorForTest();
  const { result } = await callApi(emulator, paths.init, { username: 'alice' });
  const answer = await rawRequest(`${emulator.url}/api/transaction/process/${String(result['tid'])}`, {});
  expect(answer.status).toBe(404);
});
