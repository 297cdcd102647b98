import { app, session, type Session } from 'electron';
import { randomUUID } from 'node:crypto';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import { APP_SCHEME } from './app-protocol.ts';

/**
 * Stops requests that Chromium makes by itself, in every session: even the unused default session would download a
 * spelling dictionary. Also withholds the person's client certificates from servers. Call before `ready`.
 */
// SECURITY: SEC-32 requests go only to the service and to the proxies on the network path to it.
export function silenceSessions(): void {
  // SECURITY: SEC-11 send no client certificate from the operating system's store. By default Electron answers with the
  // first certificate, in the session of the service calls too. Add no second listener: a second answer throws.
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault();
    answer();
  });
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

/** The login window's session: in memory, without network access, with every permission denied. */
export function appSession(): Session {
  // SECURITY: SEC-9 in memory: no data of a login outlives the process.
  const shell = hardened(session.fromPartition('shell', { cache: false }));
  // SECURITY: SEC-4 the renderer has no network.
  shell.webRequest.onBeforeRequest((details, answer) => {
    const isTools = !app.isPackaged && details.url.startsWith('devtools:');
    answer({ cancel: !details.url.startsWith(`${APP_SCHEME}:`) && !isTools });
  });
  // `onBeforeRequest` does not see WebRTC. Block its TCP with a proxy address that cannot exist (port 0).
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

/** Policy for a hosted page (the service's own page), besides the session's limits. */
const HOSTED_POLICY = [
  // SECURITY: SEC-88 the sandbox blocks dialogs, downloads and other programs. It lets the page request a new
  // window, because the main process denies each request.
  'sandbox allow-forms allow-scripts allow-same-origin allow-popups',
  "object-src 'none'",
].join('; ');

/**
 * Creates a separate session for one hosted page: in memory, with every permission denied.
 *
 * @param mayLoad whether a request of this kind may leave
 */
export function hostedSession(mayLoad: HostedRules['mayLoad']): Session {
  // SECURITY: SEC-85 a page's data reaches no other hosted page and does not outlive the process.
  const hosted = hardened(session.fromPartition(`hosted-${randomUUID()}`, { cache: false }));
  // SECURITY: SEC-32 load only parts of the service's page; plain http only from a service on this computer.
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
    // Join the page's policies, under any spelling of the header name, with ours: Chromium enforces each of them.
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
  // SECURITY: SEC-5 deny every permission, when requested and when checked.
  partition.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  partition.setPermissionCheckHandler(() => false);
  partition.setDevicePermissionHandler(() => false);
  // SECURITY: SEC-11 log in to no server with the operating system's credentials.
  partition.allowNTLMCredentialsForDomains('');
  partition.setSpellCheckerLanguages([]);
  partition.on('will-download', (event) => {
    event.preventDefault();
  });
  return partition;
}
