import { describe, expect } from 'vitest';
import type { Emulator } from './emulator.ts';
import type { EmulatorOptions } from './options.ts';
import { methods } from './service/methods.ts';
import type { Method } from './service/methods.ts';
import {
  callApi,
  control,
  emulatorForTest,
  it,
  paths,
  rawRequest,
} from '../tests/support/emulator/emulator-for-test.ts';

/**
 * Specification 3, 4.2 and docs/wire.md 5: the hosted pages and the way back to the callback
 * address.
 */

const callbackUrl = 'http://127.0.0.1:9/callback?mine=random';

async function hostedPage(
  emulator: Emulator,
  username: string,
  callback = callbackUrl,
): Promise<string> {
  const { result } = await callApi(emulator, paths.init, { username, callbackUrl: callback });
  return String(result['webURI']);
}

async function atPage(
  options: EmulatorOptions = {},
): Promise<{ emulator: Emulator; page: string }> {
  const emulator = await emulatorForTest({ applicationType: 'prompt', ...options });
  return { emulator, page: await hostedPage(emulator, 'alice') };
}

type PageAnswer = Readonly<{
  status: number;
  location: string;
  text: string;
}>;

/** Sends the form of the page, as its button does. */
async function press(page: string, name: string, value: string): Promise<PageAnswer> {
  const body = new URLSearchParams({ [name]: value }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: new URL(page).origin,
  };
  const answer = await rawRequest(page, { method: 'POST', headers, body });
  return { status: answer.status, location: String(answer.headers['location']), text: answer.text };
}

async function look(page: string): Promise<PageAnswer> {
  const answer = await rawRequest(page, {});
  return { status: answer.status, location: String(answer.headers['location']), text: answer.text };
}

/** What the waiting page asks for. */
async function askForAnswer(page: string): Promise<unknown> {
  return (JSON.parse((await rawRequest(`${page}/answer`, {})).text) as { answer: unknown }).answer;
}

function tidOf(page: string): string {
  return page.split('/').at(-1) ?? '';
}

/** What the person does on the phone or with what they carry. */
async function confirm(emulator: Emulator, page: string, method: Method): Promise<PageAnswer> {
  const member = emulator.users.find('alice');
  if (method === 'totp') return press(page, 'code', member?.authenticator.acceptable() ?? '');
  if (method === 'yotp') return press(page, 'code', ` ${member?.hardwareKey.press() ?? ''} `);
  if (method === 'sms')
    return press(page, 'code', emulator.outbox.ofTransaction(tidOf(page)).at(-1)?.code ?? '');
  const link = emulator.outbox.ofTransaction(tidOf(page)).at(-1)?.link;
  if (link === undefined)
    expect((await control(emulator, 'POST', `/transactions/${tidOf(page)}/approve`)).status).toBe(
      200,
    );
  else expect((await rawRequest(link, {})).status).toBe(200);
  expect(await askForAnswer(page)).toBe('confirmed');
  return look(page);
}

describe('the process page', () => {
  it('lists the methods in a form that may redirect anywhere', async () => {
    const emulator = await emulatorForTest({
      applicationType: 'prompt',
      applicationName: 'Desk <1>',
    });
    const page = await hostedPage(emulator, 'alice');
    const shown = await rawRequest(page, {});
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<h1>Log in to Desk &lt;1&gt;</h1>');
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shown.headers['content-security-policy']).not.toContain('form-action');
    expect(
      [...shown.text.matchAll(/name="method" value="(\w+)"/g)].map(([, value]) => value),
    ).toEqual([...methods]);
    expect(shown.text).not.toMatch(/\son\w+=|<style|\sstyle=|<script(?![^>]*\ssrc=)/);
    const few = await hostedPage(emulator, 'push-only');
    expect((await look(few)).text.match(/name="method"/g)).toHaveLength(1);
    expect((await press(few, 'method', 'totp')).text).toContain('This cannot be chosen.');
  });

  it.each(methods)(
    'leads back by %s with ok and a token that gets the credentials, once',
    async (method) => {
      const { emulator, page } = await atPage();
      const chosen = await press(page, 'method', method);
      expect(chosen).toMatchObject({ status: 303, location: new URL(page).pathname });
      expect(await askForAnswer(page)).toBe(null);
      const { text } = await look(page);
      expect(text).toContain(
        ['totp', 'sms', 'yotp'].includes(method) ? '<label for="code">' : 'role="status"',
      );
      if (['sms', 'smsLink', 'phoneCall'].includes(method)) expect(text).toContain('+44********58');
      if (method === 'qrcode') {
        const [, source = ''] = /<img[^>]* src="([^"]+)"/.exec(text) ?? [];
        expect((await rawRequest(emulator.url + source, {})).headers['content-type']).toBe(
          'image/svg+xml',
        );
      }

      const { status, location } = await confirm(emulator, page, method);
      expect(status).toBe(303);
      const back = new URL(location);
      expect(back.origin + back.pathname).toBe('http://127.0.0.1:9/callback');
      expect([...back.searchParams.keys()]).toEqual(['mine', 'serviceState', 'serviceToken']);
      expect(back.searchParams.get('serviceState')).toBe('ok');
      expect((await look(page)).location).toBe(location);
      const accessToken = back.searchParams.get('serviceToken');
      expect(accessToken).toMatch(/^[a-z0-9]{60}$/);

      const answer = await callApi(emulator, paths.credentials, { accessToken });
      expect(answer.json).toEqual({
        status: 'OK',
        result: {
          systemToken: emulator.systemToken,
          email: 'alice@example.com',
          username: 'alice',
        },
      });
      expect(answer.signatureValid).toBe(true);
      expect((await callApi(emulator, paths.credentials, { accessToken })).status).toBe(400);
      expect(await look(page)).toMatchObject({ status: 404 });
    },
  );

  it('says a wrong code at its field, and ends after too many the typing but not the login', async () => {
    const { emulator, page } = await atPage({ maximumWrongCodes: 2 });
    await press(page, 'method', 'totp');
    const wrong = await press(page, 'code', '000000x');
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('<p id="problem" role="alert">The code is wrong.');
    expect(wrong.text).toContain('aria-invalid="true" aria-describedby="problem"');
    expect((await press(page, 'code', '000000x')).text).toContain('too many attempts');
    const right = emulator.users.find('alice')?.authenticator.acceptable() ?? '';
    expect((await press(page, 'code', right)).text).toContain('too many attempts');
    expect((await press(page, 'method', '')).status).toBe(303);
    expect((await look(page)).text).toContain('name="method" value="push"');
    await press(page, 'method', 'push');
    expect((await confirm(emulator, page, 'push')).location).toContain('serviceState=ok');
  });

  it('says that a push was denied, and offers another choice', async () => {
    const { emulator, page } = await atPage();
    await press(page, 'method', 'push');
    emulator.deny(tidOf(page));
    expect(await askForAnswer(page)).toBe('denied');
    expect((await look(page)).text).toContain('You denied the request');
    await press(page, 'method', 'push');
    expect((await confirm(emulator, page, 'push')).location).toContain('serviceState=ok');
  });

  it.each(['ok', 'maybe'])('refuses to be asked for the state %s', async (state) => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    expect((await press(await hostedPage(emulator, 'alice'), 'state', state)).status).toBe(400);
  });

  it('shows no page of an expired login, and leads nowhere back', async () => {
    const { emulator, page } = await atPage();
    await press(page, 'method', 'push');
    emulator.expire(tidOf(page));
    expect(await look(page)).toMatchObject({ status: 404 });
    expect((await rawRequest(`${page}/answer`, {})).status).toBe(404);
  });

  it('leads back by given names, by placeholders, and to a scheme of its own', async () => {
    const callbackParameters = { state: 'acmeState', token: 'acmeToken' };
    const emulator = await emulatorForTest({ applicationType: 'prompt', callbackParameters });
    const finish = async (callback?: string): Promise<string> => {
      const page = await hostedPage(emulator, 'alice', callback);
      await press(page, 'method', 'push');
      return (await confirm(emulator, page, 'push')).location;
    };
    expect(await finish()).toMatch(/&acmeState=ok&acmeToken=[A-Za-z0-9]{60}$/);
    const filled = await finish('http://127.0.0.1:9/%acmeState%/%acmeToken%');
    expect(filled).toMatch(/^http:\/\/127\.0\.0\.1:9\/ok\/[A-Za-z0-9]{60}$/);
    const page = await hostedPage(emulator, 'alice', 'gatehouse://callback');
    expect((await press(page, 'state', 'cancel')).location).toBe(
      'gatehouse://callback?acmeState=cancel',
    );
  });

  it('serves the script that waits, and no other file', async ({ emulator }) => {
    expect(
      (await rawRequest(`${emulator.url}/prompt/wait.js`, {})).headers['content-type'],
    ).toContain('javascript');
    expect((await rawRequest(`${emulator.url}/prompt/prompt-server.ts`, {})).status).toBe(404);
  });
});

describe('the deny page', () => {
  it.each([
    ['denied', /may not use/],
    ['waiting', /approved by an administrator/],
  ])('shows a %s user Access Denied!, and takes no confirmation', async (username, words) => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const page = await hostedPage(emulator, username);
    const shown = await rawRequest(page, {});
    expect(shown.text).toContain('Access Denied!');
    expect(shown.text).toMatch(words);
    expect((await press(page, 'state', 'ok')).status).toBe(400);
    expect((await press(page, 'method', 'push')).status).toBe(400);
    expect((await press(page, 'state', 'cancel')).location).toContain('serviceState=cancel');
    expect((await rawRequest(page.replace('/deny/', '/process/'), {})).status).toBe(404);
  });
});

it('shows no page for a promptless transaction', async ({ emulator }) => {
  const { result } = await callApi(emulator, paths.init, { username: 'alice' });
  const answer = await rawRequest(
    `${emulator.url}/api/transaction/process/${String(result['tid'])}`,
    {},
  );
  expect(answer.status).toBe(404);
});
