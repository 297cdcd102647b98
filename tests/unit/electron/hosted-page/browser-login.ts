/** A login in the system browser, and requests to its listener. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { afterEach } from 'vitest';
import type { Callback } from '../../../../electron/hosted-page/callback.ts';
import type {
  HostedAttempt,
  HostedPageDisplay,
  HostedPageFailure,
} from '../../../../electron/hosted-page/hosted-page.ts';
import {
  systemBrowser,
  type SystemBrowserOptions,
} from '../../../../electron/hosted-page/system-browser.ts';
import { enCallback } from '../../../support/strings.ts';

export const PAGE = 'https://mfa.example.com/api/transaction/process/abc';
/** A callback with a token. */
export const OK = '?serviceState=ok&serviceToken=abc';
/** An address of our own. */
export const OWN = /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/;

export type Shown = Readonly<{
  attempt: HostedAttempt;
  callbacks: Callback[];
  failures: HostedPageFailure[];
  opened: string[];
}>;

const open: HostedAttempt[] = [];

afterEach(() => {
  for (const attempt of open.splice(0)) attempt.close();
});

/** The display of a login at the service of `PAGE`. */
export function displayOf(changes: Partial<SystemBrowserOptions> = {}): HostedPageDisplay {
  return systemBrowser({
    callbackBase: null,
    baseUrl: 'https://mfa.example.com',
    parameters: { state: 'serviceState', token: 'serviceToken' },
    loadStrings: () => Promise.resolve(enCallback),
    open: () => Promise.resolve(true),
    ...changes,
  });
}

/** One login at it, closed after the test. */
export async function prepared(
  changes: Partial<SystemBrowserOptions> = {},
  display = displayOf(changes),
) {
  const result = await display.prepare();
  if (result.ok) open.push(result.value);
  return result;
}

/** An attempt with its page shown, and its results. */
export async function shown(
  changes: Partial<SystemBrowserOptions> = {},
  display?: HostedPageDisplay,
): Promise<Shown> {
  const opened: string[] = [];
  const result = await prepared(
    {
      open: (address) => {
        opened.push(address);
        return Promise.resolve(true);
      },
      ...changes,
    },
    display,
  );
  if (!result.ok) throw new Error(result.error.kind);
  const callbacks: Callback[] = [];
  const failures: HostedPageFailure[] = [];
  result.value.show(PAGE, {
    onCallback: (callback) => callbacks.push(callback),
    onAddress: () => undefined,
    onClosed: () => undefined,
    onFailed: (failure) => failures.push(failure),
  });
  return { attempt: result.value, callbacks, failures, opened };
}

type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;

/** The answer to a browser, or to another user of this computer. */
export function get(
  address: string,
  options: Readonly<{ method?: string; host?: string; at?: string }> = {},
): Promise<Answer> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: options.at ?? url.hostname.replace(/[[\]]/g, ''),
        port: url.port,
        path: url.pathname + url.search,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? url.host },
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    sent.on('error', reject).end();
  });
}
