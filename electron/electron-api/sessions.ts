import { app, session, type Session } from 'electron';
import { randomUUID } from 'node:crypto';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import { APP_SCHEME } from './app-protocol.ts';

/** Stops Chromium's own requests in every session, such as dictionary downloads. Call before `ready`. */
// SECURITY: SEC-32 requests go only to the service and its proxies.
export function silenceSessions(): void {
  // SECURITY: SEC-11 send no client certificate. By default Electron sends the first one of the system's store. Add no
  // second listener: a second answer throws.
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault();
    answer();
  });
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

/** The login window's session. */
export function appSession(): Session {
  // SECURITY: SEC-9 in memory: no data of a login outlives the process.
  const shell = hardened(session.fromPartition('shell', { cache: false }));
  // SECURITY: SEC-4 the renderer has no network.
  shell.webRequest.onBeforeRequest((details, answer) => {
    const isTools = !app.isPackaged && details.url.startsWith('devtools:');
    answer({ cancel: !details.url.startsWith(`${APP_SCHEME}:`) && !isTools });
  });
  // `onBeforeRequest` does not see WebRTC. An impossible proxy (port 0) blocks its TCP.
  void shell.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:0',
    proxyBypassRules: '<-loopback>',
  });
  return shell;
}

/** The session of the API calls: in memory, no cookies, no cache. */
export function serviceSession(): Session {
  return hardened(session.fromPartition('service', { cache: false }));
}

/** Added to the policies of a hosted page (the service's own page). */
const HOSTED_POLICY = [
  // SECURITY: SEC-88 the sandbox blocks dialogs and downloads. Popups reach the main process, which denies them.
  'sandbox allow-forms allow-scripts allow-same-origin allow-popups',
  "object-src 'none'",
].join('; ');

/**
 * Creates a separate in-memory session for one hosted page.
 *
 * @param mayLoad whether to allow a request
 */
export function hostedSession(mayLoad: HostedRules['mayLoad']): Session {
  // SECURITY: SEC-85 a page's data reaches no other page and does not outlive the process.
  const hosted = hardened(session.fromPartition(`hosted-${randomUUID()}`, { cache: false }));
  // SECURITY: SEC-32 load only parts of the service's page; plain http only from this computer.
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
    // Chromium enforces every policy. Header names come in any case.
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
  // SECURITY: SEC-5 deny every permission request and check.
  partition.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  partition.setPermissionCheckHandler(() => false);
  partition.setDevicePermissionHandler(() => false);
  // SECURITY: SEC-11 never log in with the operating system's credentials.
  partition.allowNTLMCredentialsForDomains('');
  partition.setSpellCheckerLanguages([]);
  partition.on('will-download', (event) => {
    event.preventDefault();
  });
  return partition;
}
