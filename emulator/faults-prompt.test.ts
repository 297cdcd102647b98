import { describe, expect } from 'vitest';
import type { Emulator } from './emulator.ts';
import { transportKinds } from './faults/answer-kinds.ts';
import { promptKinds } from './faults/prompt-kinds.ts';
import {
  callApi,
  emulatorForTest,
  paths,
  rawRequest,
  setFault as setAnyFault,
  test,
} from './test-support.ts';
import { eventually } from '../tests/support/eventually.ts';

/**
 * What a hosted page of a hostile or broken service tries: one row for each kind of the table. What a browser makes of
 * it is tried in the real window (tests/e2e).
 */

const callbackUrl = 'http://127.0.0.1:9/callback/own-value?mine=random';
const elsewhere = 'https://elsewhere.example/<1>?a&b';

type Answer = Awaited<ReturnType<typeof rawRequest>>;

const setFault = (emulator: Emulator, fault: Record<string, unknown>): void =>
  setAnyFault(emulator, { path: 'prompt', times: 1, ...fault });

async function newPage(emulator: Emulator, username = 'alice'): Promise<string> {
  const { result } = await callApi(emulator, paths.init, { username, callbackUrl });
  return String(result['webURI']);
}

/** The page with this fault, in whole or as far as its policy and its text go. */
async function pageWith(emulator: Emulator, fault: Record<string, unknown>): Promise<Answer> {
  setFault(emulator, fault);
  const answer = await rawRequest(await newPage(emulator), {});
  if (answer.status === 200) expect(answer.headers['content-security-policy']).toBeUndefined();
  return answer;
}

/** Where the way back leads after a confirmation, with this fault. */
async function wayBackWith(emulator: Emulator, fault: Record<string, unknown>): Promise<Answer> {
  setFault(emulator, fault);
  const page = await newPage(emulator);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await rawRequest(page, { method: 'POST', headers, body: 'method=push' });
  expect(emulator.approve(page.split('/').at(-1) ?? '').ok).toBe(true);
  return rawRequest(page, {});
}

async function callbackWith(emulator: Emulator, fault: Record<string, unknown>): Promise<URL> {
  const answer = await wayBackWith(emulator, fault);
  expect(answer.status).toBe(303);
  return new URL(String(answer.headers['location']));
}

/** What the page has with a fault of this kind. */
const PAGES: Readonly<Record<string, readonly (readonly [fault: object, shown: string | RegExp])[]>> = {
  navigate: [
    [{ url: elsewhere, by: 'script' }, 'location.href = "https://elsewhere.example/\\u003c1>?a&b";'],
    ...['link', 'meta', 'form'].map(
      (by) => [{ url: elsewhere, by }, 'https://elsewhere.example/&lt;1&gt;?a&amp;b"'] as const,
    ),
  ],
  frame: [[{ url: elsewhere }, /<iframe [^>]*src="https:\/\/elsewhere/]],
  'pop-up': [
    [{ url: elsewhere }, 'window.open("https:'],
    [{ url: elsewhere, by: 'link' }, /target="_blank" href="https:/],
  ],
  download: [[{}, 'link.download = "run.sh";']],
  dialogs: ['alert', 'confirm', 'prompt', 'print'].map(
    (what) => [{ what, count: 3 }, `window.${what}(`] as const,
  ),
  hold: [[{}, "addEventListener('beforeunload'"]],
  close: [[{}, 'window.close();']],
  protocol: ['script', 'link', 'frame'].map(
    (by) => [{ url: 'mailto:a@b.example', by }, '"mailto:a@b.example"'] as const,
  ),
  permissions: [
    [{ names: ['camera'] }, /^(?!.*getCurrentPosition).*getUserMedia\(\{ video: true \}\)/s],
    [{ names: ['clipboard'] }, 'clipboard.readText()'],
  ],
  script: [[{ code: 'window.outcomes.x = "</script>";' }, 'window.outcomes.x = "<\\/script>";']],
};

/** The rest of these kinds, and the way back. */
const rows: Readonly<Record<string, (emulator: Emulator) => Promise<void>>> = {
  navigate: async (emulator) => {
    const redirect = await pageWith(emulator, { kind: 'navigate', url: elsewhere });
    expect(redirect).toMatchObject({ status: 302, text: '', headers: { location: elsewhere } });
  },
  download: async (emulator) => {
    setFault(emulator, { kind: 'download', by: 'answer', name: 'a"b.exe' });
    const { headers, text } = await rawRequest(await newPage(emulator), {});
    expect(headers['content-disposition']).toBe('attachment; filename="a_b.exe"');
    expect(text).toBe('echo hostile');
  },
  protocol: (emulator) => {
    const refused = emulator.faults.add([{ path: 'prompt', kind: 'protocol', url: 'no scheme' }]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-fault', key: '[0].url' } });
    return Promise.resolve();
  },
  'callback-elsewhere': async (emulator) => {
    const back = await callbackWith(emulator, { kind: 'callback-elsewhere', url: elsewhere });
    expect(back.origin).toBe('https://elsewhere.example');
    expect(back.searchParams.get('serviceState')).toBe('ok');
    expect(back.searchParams.get('serviceToken')).toMatch(/^[A-Za-z0-9]{60}$/);
  },
  'callback-forged': async (emulator) => {
    const altered = await callbackWith(emulator, { kind: 'callback-forged' });
    expect(altered.pathname).toBe('/callback/awn-value');
    expect(altered.searchParams.get('mine')).toBe('aandom');
    expect(altered.searchParams.get('serviceState')).toBe('ok');
    const missing = await callbackWith(emulator, { kind: 'callback-forged', how: 'missing' });
    expect(missing.pathname).toBe('/callback/');
    expect([...missing.searchParams.keys()]).toEqual(['serviceState', 'serviceToken']);
  },
  'callback-repeated': async (emulator) => {
    const twice = await callbackWith(emulator, { kind: 'callback-repeated', as: 'parameters', count: 2 });
    expect(twice.searchParams.getAll('serviceState')).toEqual(['ok', 'ok']);
    expect(twice.searchParams.getAll('serviceToken')).toHaveLength(2);
    const page = await wayBackWith(emulator, { kind: 'callback-repeated' });
    expect(page).toMatchObject({ status: 200 });
    expect(page.headers['location']).toBeUndefined();
    expect(page.text).toContain(`const address = "${callbackUrl}&serviceState=ok&serviceToken=`);
  },
  'callback-state': async (emulator) => {
    const spelled = await callbackWith(emulator, { kind: 'callback-state', state: 'OK' });
    expect(spelled.searchParams.get('serviceState')).toBe('OK');
    expect(spelled.searchParams.get('serviceToken')).toMatch(/^[A-Za-z0-9]{60}$/);
    const bare = await callbackWith(emulator, { kind: 'callback-state', state: null, token: null });
    expect([...bare.searchParams.keys()]).toEqual(['mine']);
  },
};

const own = Object.keys(promptKinds).filter((kind) => !Object.hasOwn(transportKinds, kind));

test.each(own)('%s takes effect once', async (kind) => {
  expect([...Object.keys(PAGES), ...Object.keys(rows)]).toContain(kind);
  const emulator = await emulatorForTest({ applicationType: 'prompt' });
  for (const [fault, shown] of PAGES[kind] ?? []) {
    const { text } = await pageWith(emulator, { kind, ...fault });
    if (typeof shown === 'string') expect(text).toContain(shown);
    else expect(text).toMatch(shown);
  }
  await rows[kind]?.(emulator);
  expect(emulator.faults.list()).toEqual([]);
  const after = await rawRequest(await newPage(emulator), {});
  expect(after).toMatchObject({ status: 200 });
  expect(after.headers['content-security-policy']).toContain("default-src 'none'");
});

describe('the faults of any answer', () => {
  test('a page that is never answered, and one that is no page', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    setFault(emulator, { kind: 'hang' });
    const page = await newPage(emulator);
    const abort = new AbortController();
    const hanging = fetch(page, { signal: abort.signal });
    await eventually('the request', () => emulator.faults.list().length === 0);
    abort.abort();
    await expect(hanging).rejects.toThrow();
    setFault(emulator, { kind: 'status', status: 503, body: 'down' });
    expect(await rawRequest(page, {})).toMatchObject({ status: 503, text: 'down' });
  });

  test('one that is for a certain person leaves the others alone', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    setFault(emulator, { kind: 'close', username: 'denied' });
    expect((await rawRequest(await newPage(emulator), {})).text).not.toContain('window.close');
    expect((await rawRequest(await newPage(emulator, 'denied'), {})).text).toContain('window.close');
  });

  test('keeps a fault of every API path off the hosted pages', async () => {
    const emulator = await emulatorForTest({ applicationType: 'prompt' });
    const page = await newPage(emulator);
    setFault(emulator, { path: '*', kind: 'status', status: 503 });
    expect((await rawRequest(page, {})).status).toBe(200);
  });
});
