import { app, session, type Session } from 'electron';
import { randomUUID } from 'node:crypto';
import type { PageRule } from '../certificates/page-rule.ts';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import { APP_SCHEME } from './app-protocol.ts';

/** Call before `ready`. Stops Chromium's own requests, such as dictionary downloads. */
// SECURITY: SEC-32 requests go only to the service and its proxies.
export function silenceSessions(): void {
  // SECURITY: SEC-11 send no client certificate; by default Electron sends one. Add no second
  // listener: a second answer throws.
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault();
    answer();
  });
  // This reaches every session, even Chromium's own default one: unused, it asked for a dictionary.
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

export function appSession(): Session {
  // SECURITY: SEC-9 in memory: no login data outlives the process.
  const shell = hardened(session.fromPartition('shell', { cache: false }));
  // SECURITY: SEC-4 the renderer has no network.
  shell.webRequest.onBeforeRequest((details, answer) => {
    const isTools = !app.isPackaged && details.url.startsWith('devtools:');
    answer({ cancel: !details.url.startsWith(`${APP_SCHEME}:`) && !isTools });
  });
  // `onBeforeRequest` does not see WebRTC. An impossible proxy (port 0) blocks WebRTC's TCP. By
  // default Chromium sends requests to loopback addresses past the proxy; `<-loopback>` takes the
  // exemption away.
  void shell.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'http://127.0.0.1:0',
    proxyBypassRules: '<-loopback>',
  });
  return shell;
}

let serviceSessions = 0;

/** A new session for requests to the service. */
export function serviceSession(): Session {
  serviceSessions += 1;
  return hardened(session.fromPartition(`service-${String(serviceSessions)}`, { cache: false }));
}

/** The policy that a hosted page gets in addition to its own. */
const HOSTED_POLICY = [
  // SECURITY: SEC-88 the sandbox blocks dialogs and downloads. The main process denies popups.
  'sandbox allow-forms allow-scripts allow-same-origin allow-popups',
  "object-src 'none'",
].join('; ');

export function hostedSession(mayLoad: HostedRules['mayLoad'], certificateRule: PageRule): Session {
  // SECURITY: SEC-85 a page's data reaches no other page and stays in memory.
  const hosted = hardened(session.fromPartition(`hosted-${randomUUID()}`, { cache: false }));
  // SECURITY: SEC-32 load only parts of the service's page; plain http only from this computer.
  hosted.webRequest.onBeforeRequest(({ id, url, resourceType }, answer) => {
    const isTools = !app.isPackaged && url.startsWith('devtools:');
    if (!isTools && !mayLoad(url, resourceType)) {
      answer({ cancel: true });
      return;
    }
    void certificateRule.mayBegin(id, url).then((may) => {
      answer({ cancel: !may });
    });
  });
  hosted.webRequest.onHeadersReceived(({ id, url, resourceType, responseHeaders = {} }, answer) => {
    const isPage = resourceType === 'mainFrame' || resourceType === 'subFrame';
    // Keep the page's policies: Chromium enforces all.
    const withOurPolicy = {
      'Content-Security-Policy': [...policiesOf(responseHeaders), HOSTED_POLICY],
    };
    const otherHeaders = Object.entries(responseHeaders).filter(([name]) => !isPolicyHeader(name));
    const responseToPass = isPage
      ? { responseHeaders: { ...Object.fromEntries(otherHeaders), ...withOurPolicy } }
      : {};
    // SECURITY: SEC-33, SEC-100 no answer counts before the certificate of its host is judged
    // (RuledSession).
    void certificateRule.mayAnswer(id, url).then((may) => {
      answer(may ? responseToPass : { cancel: true });
    });
  });
  hosted.webRequest.onCompleted(({ id }) => {
    certificateRule.forget(id);
  });
  hosted.webRequest.onErrorOccurred(({ id }) => {
    certificateRule.forget(id);
  });
  return hosted;
}

function policiesOf(headers: Readonly<Record<string, string[]>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, values]) => (isPolicyHeader(name) ? values : []));
}

function isPolicyHeader(name: string): boolean {
  return name.toLowerCase() === 'content-security-policy';
}

function hardened(partition: Session): Session {
  // SECURITY: SEC-5 deny every permission.
  partition.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  partition.setPermissionCheckHandler(() => false);
  partition.setDevicePermissionHandler(() => false);
  // SECURITY: SEC-11 never send the operating system's credentials.
  partition.allowNTLMCredentialsForDomains('');
  // Our own sessions do not depend on `silenceSessions`.
  partition.setSpellCheckerLanguages([]);
  partition.on('will-download', (event) => {
    event.preventDefault();
  });
  return partition;
}
