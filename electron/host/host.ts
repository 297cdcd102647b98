import type { Config } from '../../shared/config/config-schema.ts';
import type { Result } from '../../shared/result.ts';
import type { ObservedCertificates } from '../certificates/observed-certificates.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import type { FolderFault } from '../files/usable-folder.ts';
import type { HttpPort } from '../network/http-port.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import type { WebSocketPort } from '../network/websocket-port.ts';
import type { SleepSignals } from '../os/follow-sleep.ts';
import type { KeyStore } from '../secrets/key-store.ts';

/**
 * What a command runs on. There are two, which never meet: Electron with Chromium
 * (`electron-api/host.ts`, for the entry `main.ts`) and Node alone (`node-api/host.ts`, for the
 * entry `terminal.ts`). The entry chooses, and passes it to the commands.
 */
export type Host = Readonly<{
  program: HostProgram;
  display: HostDisplay;
  /** Without one (`isSupported`), secrets come from files and signers alone. */
  keyStore: KeyStore;
  /** False for a network without websockets: the event channel then uses polling alone. */
  hasWebSocket: boolean;
  /** Opens the network of the service. Call after `program.ready`. */
  openNetwork: (options: NetworkOptions) => Promise<HostNetwork>;
  /** Whether this computer has a network. False is certain, true is not. */
  isOnline: () => boolean;
  /**
   * Calls `onChange` within two seconds after the network returned, or after the network path
   * changed.
   */
  watchOnline: (onChange: () => void) => void;
  /** Reports sleep, waking and unlocking, as far as the host hears of them. */
  watchSleep: (signals: SleepSignals) => void;
  /**
   * Opens an address of our own callback listener in the person's browser. False on failure. Null:
   * it opens nothing.
   */
  openOwnAddress: ((address: string) => Promise<boolean>) | null;
}>;

export type HostProgram = Readonly<{
  /** The product's name. */
  name: () => string;
  /**
   * The person's languages, best first: BCP 47 tags, or locales of the C library such as
   * `de_DE.UTF-8`.
   */
  languages: () => readonly string[];
  version: () => string;
  /** False in a checkout. */
  isPackaged: () => boolean;
  /**
   * Where this program keeps its own data, which need not exist. A failure says why there is no
   * folder.
   */
  dataPath: () => Result<string, string>;
  /** The folder of `dataPath`, made if it is missing. */
  dataFolder: () => Result<string, FolderFault>;
  /** The folder for logs, which need not exist. */
  logsFolder: () => string;
  /** Resolves once network, key store and, if there are any, windows are usable. */
  ready: () => Promise<void>;
  /** Ends this process. The first call's exit code counts. */
  exit: (code: number) => void;
  /** Ends this process once the launcher has the verdict: nothing is left to write. */
  endBehindLauncher: (code: number) => void;
  /** Whether a later start can unseal what the key store seals now. */
  isSealKept: () => boolean;
  /** Waits until `isSealKept` is true; false if it is not in time. */
  untilSealIsKept: (limitMs: number) => Promise<boolean>;
  /** Calls the listener before an end that the program asks for. */
  onEnd: (listener: () => void) => void;
}>;

/** The facts of the display that a login and the doctor need. */
export type HostDisplay = Readonly<{
  /** Whether the host runs with a display only. */
  isNeeded: boolean;
  /** Whether there is one. */
  isThere: () => boolean;
  /** Empty without a display. */
  kind: () => 'wayland' | 'x11' | '';
  /**
   * The name of the X display if its keyboard layout is unknown; else null
   * (`DoctorPorts.displayWithoutLayout`).
   */
  withoutLayout: () => Promise<string | null>;
}>;

export type NetworkOptions = Readonly<{
  baseUrl: string;
  /** `service.proxy`. */
  proxy: string;
  /** From `service.caFile`; null without this setting. */
  caFileAuthorities: Authorities | null;
  /** `service.authorities`. */
  trustMode: Config['service']['authorities'];
  proxyLogins: ProxyLogins;
}>;

/** The network of the service. Proxy and certificate rule are in place before the first request. */
export type HostNetwork = Readonly<{
  http: HttpPort;
  /** It throws if the host has no websockets (`Host.hasWebSocket`). */
  webSocket: WebSocketPort;
  /**
   * Call after a change of the network path. Existing connections get no further request; running
   * exchanges go on.
   */
  leaveConnections: () => void;
  /**
   * The network path of an address in Chromium's form, such as `DIRECT`; rejects without a network,
   * or for a path without such a form.
   */
  resolveProxy: (url: string) => Promise<string>;
  proxyLogins: ProxyLogins;
  observedCertificates: ObservedCertificates;
}>;
