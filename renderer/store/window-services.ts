import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Brand } from '../../shared/ipc/channels.ts';
import type { Bridge, CommandName } from '../../shared/ipc/contract.ts';
import type { NumberedView } from '../../shared/login/view/login-view.ts';
import { createIntents, type Intents } from '../bridge/intents.ts';
import type { FirstStrings } from '../../shared/strings/first-strings.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { paintAccent } from '../view/paint-accent.ts';
import { createAnnouncer, type AnnouncerStore } from './announcer.ts';
import type { AfterUsername, LoadAfterUsername, Narration } from './lazy-screens.ts';
import {
  createMirror,
  isPageRight,
  receiveInfo,
  receiveAfterUsername,
  receiveStrings,
  receiveView,
  setDoctorOpen,
  setInFlight,
  showTrouble,
  type Mirror,
  type MirrorStore,
  type Received,
} from './mirror.ts';

export type WindowServices = Readonly<{
  mirror: MirrorStore;
  announcer: AnnouncerStore;
  intents: Intents;
  /** Subscribes, then requests the first view. Returns the function to disconnect. */
  connect: () => () => void;
  /** Requests the view again, and the later screens' script if the view waits for it. */
  refresh: () => void;
  /** Loads the script of the later screens early. Does not report a failure. */
  fetchLater: () => Promise<unknown>;
  openDoctor: () => void;
  isReaderOn: () => Promise<boolean>;
  /** Code sent from the push screen, for the next screen's field; else empty. */
  typedBeside: () => string;
  rememberTypedBeside: (code: string) => void;
}>;

/**
 * @param first texts of the served page
 * @param brand of the served page
 */
export function createWindowServices(
  bridge: Bridge | null,
  loadLater: LoadAfterUsername,
  first: FirstStrings,
  brand: Brand,
): WindowServices {
  const mirror = createMirror(first, brand);
  const intents = createIntents(bridge, {
    isInFlight: (name) => mirror.getState().inFlight.has(name),
    setInFlight: (name, isInFlight) => setInFlight(mirror, name, isInFlight),
    showTrouble: (trouble) => showTrouble(mirror, trouble),
  });
  const announcer = createAnnouncer();
  let narration: Narration | null = null;
  let fetching: Promise<boolean> | null = null;
  let beside = '';

  function announce({ view, news, isNewScreen }: Received, sinceMs = 0): void {
    narration?.take(view, news, isNewScreen, sinceMs);
  }

  function take(numbered: NumberedView): void {
    const received = receiveView(mirror, numbered);
    if (received !== null) announce(received);
    if (mirror.getState().held !== null) void needLater();
  }

  function takeLater(later: AfterUsername, strings: Strings): void {
    narration = later.createNarration(announcer, () => mirror.getState().strings ?? strings);
    const received = receiveAfterUsername(mirror, later, strings);
    const sinceMs = performance.now() - mirror.getState().receivedAtMs;
    if (received !== null) announce(received, sinceMs);
  }

  /** @returns whether the script is loaded; a call after a failure retries */
  function fetchLater(): Promise<boolean> {
    fetching ??= loadLater()
      .then(async (later) => {
        const { language, messages } = mirror.getState().info;
        takeLater(later, await later.loadStrings(language, messages));
        return true;
      })
      .catch(() => {
        fetching = null;
        return false;
      });
    return fetching;
  }

  /** Switches to the configured texts: the page was served before the configuration was known. */
  async function speak(): Promise<void> {
    const before = mirror.getState();
    if (isPageRight(before.first, before.info)) return;
    const wasFetched = before.strings !== null || fetching !== null;
    if (!(await fetchLater())) return;
    const { later, info } = mirror.getState();
    // Texts requested before main's answer may have the wrong language.
    if (later === null || !wasFetched) return;
    await later.loadStrings(info.language, info.messages).then(
      (strings) => receiveStrings(mirror, strings),
      () => undefined,
    );
  }

  /** Reports a failure, because the person waits. */
  async function needLater(): Promise<void> {
    if (!(await fetchLater())) showTrouble(mirror, { code: 'not-loaded', from: 'view' });
  }

  /** `isWanted` is false after a disconnect. */
  async function ask(isWanted: () => boolean): Promise<void> {
    if (bridge === null) {
      showTrouble(mirror, { code: 'no-bridge', from: 'view' });
      return;
    }
    try {
      const [info, view] = await Promise.all([bridge.app.getInfo({}), bridge.login.getView({})]);
      if (!isWanted()) return;
      if (info.ok) {
        const { first, info: before } = mirror.getState();
        // The window may be shown: its brand changes together with its texts, which may have to be loaded.
        const { brand } = isPageRight(first, info.value) ? info.value : before;
        receiveInfo(mirror, { ...info.value, brand });
        void speak().then(() => {
          receiveInfo(mirror, info.value);
          paintAccent(info.value.brand.accent);
          requestAnimationFrame(() => void bridge.app.reportDrawn({}));
        });
      }
      if (view.ok) take(view.value);
      const failed = view.ok ? info : view;
      if (!failed.ok) showTrouble(mirror, { code: failed.error.code, from: 'view' });
    } catch {
      if (isWanted()) showTrouble(mirror, { code: 'internal', from: 'view' });
    }
  }

  async function isReaderOn(): Promise<boolean> {
    const known = mirror.getState().info.isReaderOn;
    try {
      const info = await bridge?.app.getInfo({});
      if (info?.ok !== true) return known;
      receiveInfo(mirror, info.value);
      return info.value.isReaderOn;
    } catch {
      return known;
    }
  }

  return {
    mirror,
    announcer,
    isReaderOn,
    intents,
    typedBeside: () => beside,
    rememberTypedBeside: (code) => {
      beside = code;
    },
    connect: () => {
      let isConnected = true;
      // Subscribe first: otherwise a change between answer and subscription would be lost.
      const unsubscribe = bridge?.login.onViewChanged(take);
      void ask(() => isConnected);
      return () => {
        isConnected = false;
        unsubscribe?.();
        narration?.end();
      };
    },
    fetchLater,
    openDoctor: () => {
      const { view, later } = mirror.getState();
      if (later !== null) {
        setDoctorOpen(mirror, true);
        return;
      }
      void needLater().then(() => {
        const after = mirror.getState();
        // A new view of the login takes precedence.
        if (after.later !== null && after.view === view) setDoctorOpen(mirror, true);
      });
    },
    refresh: () => {
      showTrouble(mirror, null);
      // The answer loads the later screens, once.
      void ask(() => true);
    },
  };
}

const ServicesContext = createContext<WindowServices | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): WindowServices {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('a component stands outside of ServicesProvider');
  return services;
}

export function useMirror<Part>(select: (mirror: Mirror) => Part): Part {
  return useStore(useServices().mirror, select);
}

export function useIntents(): Intents {
  return useServices().intents;
}

export function useInFlight(name: CommandName): boolean {
  return useMirror((mirror) => mirror.inFlight.has(name));
}

/** Null until loaded. */
export function useAfterUsername(): AfterUsername | null {
  return useMirror((mirror) => mirror.later);
}

export function useFirstStrings(): FirstStrings {
  return useMirror((mirror) => mirror.first);
}

/** Throws until the texts are loaded. */
export function useStrings(): Strings {
  const strings = useMirror((mirror) => mirror.strings);
  if (strings === null)
    throw new Error('a component of the first screen uses words that are fetched later');
  return strings;
}

/** Text that a screen reader reads after the screen's heading; empty for the first screen. */
export function useOpening(): string {
  const openedWith = useMirror((mirror) => mirror.openedWith);
  const strings = useMirror((mirror) => mirror.strings);
  const later = useAfterUsername();
  return later === null || strings === null ? '' : later.openingFor(openedWith, strings);
}
