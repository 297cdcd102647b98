import { app, session, type Session } from 'electron';
import { APP_SCHEME } from './app-protocol.ts';

/**
 * Keeps every session of Chromium's from asking anybody by itself, the default one included, which nobody here uses:
 * it would fetch a dictionary from its maker. Call before `ready`.
 */
// SECURITY: SEC-32 nobody is asked but the service and the proxies on the network path to it.
export function silenceSessions(): void {
  app.on('session-created', (created) => {
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerEnabled(false);
  });
}

/** The window's session: in memory, deaf to the network, with no permission at all. */
export function shellSession(): Session {
  // SECURITY: SEC-9 in memory: nothing of a login outlives the process.
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

function hardened(partition: Session): Session {
  // SECURITY: SEC-5 nothing is permitted, neither asked for nor looked up.
  partition.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  partition.setPermissionCheckHandler(() => false);
  partition.setDevicePermissionHandler(() => false);
  // SECURITY: SEC-11 nobody is logged in to anything by the operating system's own credentials.
  partition.allowNTLMCredentialsForDomains('');
  partition.setSpellCheckerLanguages([]);
  partition.on('will-download', (event) => {
    event.preventDefault();
  });
  return partition;
}
