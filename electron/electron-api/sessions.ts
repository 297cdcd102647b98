import { app, session, type Session } from 'electron';
import { randomUUID } from 'node:crypto';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import { APP_SCHEME } from './app-protocol.ts';

/**
 * Keeps every session of Chromium's from requests of its own, the unused default session included: it would fetch a
 * dictionary from its maker. Also keeps it from showing a server the person's certificate. Call before `ready`.
 */
// SECURITY: SEC-32 requests go only to the service and to the proxies on the network path to it.
export function silenceSessions(): void {
  // SECURITY: SEC-11 no server gets a certificate of the operating system's. Electron would send the first, with requests of
  // ours too. The only listener, because a second answer throws.
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault();
    answer();
  });
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

/** The window's session: in memory, deaf to the network, with no permission at all. */
export function appSession(): Session {
  // SECURITY: SEC-9 in memory: no data of a login outlives the process.
  const shell = hardened(session.fromPartition('shell', { cache: false }));
  // SECURITY: SEC-4 the renderer has no network.
  shell.webRequest.onBeforeRequest((details, answer) => {
    const isTools = !app.isPackaged && details.url.startsWith('devtools:');
    answer({ cancel: !details.url.startsWith(`${APP_SCHEME}:`) && !isTools });
  });
  // WebRTC asks no web request; its TCP goes through the proxy, and this one cannot exist.
  void shell.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:0',
    proxyBypassRules: '<-loopback>',
  });
  return shell;
}

/** The session of the calls to the service: in memory, no cookies, no cache. */
export function serviceSession(): Session {
  return hardened(session.fromPartition('service', { cache: false }));
}

/** Prohibitions for a hosted page, besides those of the session: dialogs, pop-ups, downloads, other programs. */
const HOSTED_POLICY = [
  // SECURITY: SEC-88 a page in this sandbox opens no dialog and no download; a new window is asked for, and denied, in main.
  'sandbox allow-forms allow-scripts allow-same-origin allow-popups',
  "object-src 'none'",
].join('; ');

/**
 * The session of one hosted page: in memory, of its own, with no permission at all.
 *
 * @param mayLoad whether a request of this kind may leave
 */
export function hostedSession(mayLoad: HostedRules['mayLoad']): Session {
  // SECURITY: SEC-85 no data of a page is left for the next one, or outlives the process.
  const hosted = hardened(session.fromPartition(`hosted-${randomUUID()}`, { cache: false }));
  // SECURITY: SEC-32 only parts of the service's page; plain http only to a service on this computer.
  hosted.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const isTools = !app.isPackaged && url.startsWith('devtools:');
    answer({ cancel: !isTools && !mayLoad(url, resourceType) });
  });
  hosted.webRequest.onHeadersReceived(({ resourceType, responseHeaders = {} }, answer) => {
    const isPage = resourceType === 'mainFrame' || resourceType === 'subFrame';
    if (!isPage) {
      answer({});
      return;
    }
    // A name beside those of the page, however it spells them: several policies all count.
    const ours = { 'Content-Security-Policy': [...policiesOf(responseHeaders), HOSTED_POLICY] };
    const others = Object.entries(responseHeaders).filter(([name]) => !isPolicy(name));
    answer({ responseHeaders: { ...Object.fromEntries(others), ...ours } });
  });
  return hosted;
}

function policiesOf(headers: Readonly<Record<string, string[]>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, values]) => (isPolicy(name) ? values : []));
}

function isPolicy(name: string): boolean {
  return name.toLowerCase() === 'content-security-policy';
}

function hardened(partition: Session): Session {
  // SECURITY: SEC-5 every permission is denied, to a request and to a check.
  partition.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  partition.setPermissionCheckHandler(() => false);
  partition.setDevicePermissionHandler(() => false);
  // SECURITY: SEC-11 no login anywhere with the operating system's own credentials.
  partition.allowNTLMCredentialsForDomains('');
  partition.setSpellCheckerLanguages([]);
  partition.on('will-download', (event) => {
    event.preventDefault();
  });
  return partition;
}
