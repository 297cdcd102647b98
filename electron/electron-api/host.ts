import type { Host } from '../host/host.ts';
import { chromiumHttp } from './chromium-http.ts';
import { chromiumWebSocket } from './chromium-websocket.ts';
import { displayWithoutLayout, hasDisplay, isOnWayland } from './display.ts';
import { openOwnAddress } from './outside.ts';
import { program } from './program.ts';
import { safeKeyStore } from './safe-key-store.ts';
import { openServiceNetwork, resolveProxy } from './service-network.ts';
import { isOnline, watchOnline, watchSleep } from './watch-computer.ts';

/** Electron, with Chromium's network and the key store of the person's session. */
export const electronHost: Host = {
  program,
  display: {
    isNeeded: true,
    isThere: hasDisplay,
    kind: displayKind,
    withoutLayout: displayWithoutLayout,
  },
  keyStore: safeKeyStore,
  hasWebSocket: true,
  openNetwork: async (options) => {
    const network = await openServiceNetwork(options);
    const { sessions, proxyLogins, observedCertificates } = network;
    return {
      http: chromiumHttp(network),
      webSocket: chromiumWebSocket(network),
      leaveConnections: () => {
        sessions.calls.leaveConnections();
        sessions.others.leaveConnections();
      },
      resolveProxy: (url) => resolveProxy(network, url),
      proxyLogins,
      observedCertificates,
    };
  },
  isOnline,
  watchOnline,
  watchSleep,
  openOwnAddress,
};

function displayKind(): 'wayland' | 'x11' | '' {
  if (isOnWayland()) return 'wayland';
  return process.env['DISPLAY'] ? 'x11' : '';
}
