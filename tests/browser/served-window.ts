import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { CHANNELS, memberOf, type ChannelName } from '../../shared/ipc/channels.ts';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import type { Language } from '../../shared/strings/language.ts';
import { INFO } from '../unit/renderer/fake-bridge.ts';

export type Served = Readonly<{ address: string; close: () => Promise<void> }>;

const FOLDER = resolve(import.meta.dirname, '../../dist/renderer');
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Serves `dist/renderer`: the same files that Gatehouse serves to its own window. */
export async function serveWindow(): Promise<Served> {
  const files = new Map(
    readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((path) => [
      `/${path}`,
      join(FOLDER, path),
    ]),
  );
  return serve((request, response) => {
    const file = files.get((request.url ?? '').split('?')[0] ?? '');
    const type = TYPES[file?.split('.').pop() ?? ''];
    if (file === undefined || type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
}

/** Answers on a port of this computer. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

/** The state of the stand-in for main, kept in the page: the tests change it from outside. */
type StandIn = {
  show: (view: LoginView) => void;
  /** The page's calls, by channel. */
  calls: string[];
  report: DoctorReport | null;
};
declare global {
  interface Window {
    /** Put there by `openServedWindow`. */
    standIn: StandIn;
  }
}

/** Opens the window in a language, with a stand-in for main that answers and shows the given views. */
export async function openServedWindow(
  page: Page,
  { address }: Served,
  language: Language,
  first: LoginView,
): Promise<void> {
  const members = (Object.keys(CHANNELS) as ChannelName[]).map(
    (name) => [name, ...memberOf(name)] as const,
  );
  await page.addInitScript(
    ([all, info, view]) => {
      const listeners = new Set<(changed: unknown) => void>();
      let current = { revision: 1, atMs: performance.now(), view };
      const standIn: StandIn = {
        report: null,
        calls: [],
        show: (next) => {
          current = { revision: current.revision + 1, atMs: performance.now(), view: next };
          for (const listener of listeners) listener(current);
        },
      };
      const answers: Readonly<Record<string, () => unknown>> = {
        'login:get-view': () => current,
        'app:get-info': () => info,
        'app:run-doctor': () => standIn.report,
      };
      const bridge: Record<string, Record<string, unknown>> = {};
      for (const [name, domain, member] of all) {
        (bridge[domain] ??= {})[member] =
          name === 'login:view-changed'
            ? (listener: (changed: unknown) => void) => {
                listeners.add(listener);
                return () => listeners.delete(listener);
              }
            : () => {
                standIn.calls.push(name);
                return Promise.resolve({ ok: true, value: answers[name]?.() ?? {} });
              };
      }
      Object.assign(self, { gatehouse: bridge, standIn });
    },
    [members, { ...INFO, language }, first] as const,
  );
  await page.goto(`${address}/${language === 'en' ? 'index.html' : `index.${language}.html`}`);
}
