import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Bridge, CommandName } from '../../shared/ipc/contract.ts';
import type { NumberedView } from '../../shared/login/login-view.ts';
import { createIntents, type Intents } from '../bridge/intents.ts';
import { stringsFor, type Strings } from '../strings/index.ts';
import { createAnnouncer, type AnnouncerStore } from './announcer.ts';
import { createNarration } from './narration.ts';
import {
  createMirror,
  receiveInfo,
  receiveView,
  showTrouble,
  type Mirror,
  type MirrorStore,
} from './mirror.ts';

/** All that the components stand on; made once per window (and once per test). */
export type WindowServices = Readonly<{
  mirror: MirrorStore;
  announcer: AnnouncerStore;
  intents: Intents;
  /** Starts to listen and asks for the first view; returns the function that ends it. */
  connect: () => () => void;
  /** Asks for the view once more, after that failed. */
  refresh: () => void;
  /** Whether a screen reader is at work now: it may have started after the window. */
  isReaderOn: () => Promise<boolean>;
  /** What was typed into the static form of `index.html` before React took over. */
  typedEarly: string;
}>;

/** Joins the bridge and the stores. */
export function createWindowServices(bridge: Bridge | null, typedEarly = ''): WindowServices {
  const mirror = createMirror();
  const intents = createIntents(bridge, mirror);
  const announcer = createAnnouncer();
  const narration = createNarration(announcer, () => stringsFor(mirror.getState().info.language));

  function take(numbered: NumberedView): void {
    const received = receiveView(mirror, numbered);
    if (received !== null) narration.take(numbered.view, received.news, received.isNewScreen);
  }

  /** `isWanted` turns false when the subscription ended: an answer that comes later changes nothing. */
  async function ask(isWanted: () => boolean): Promise<void> {
    if (bridge === null) {
      showTrouble(mirror, { code: 'no-bridge', from: 'view' });
      return;
    }
    try {
      const [info, view] = await Promise.all([bridge.app.getInfo({}), bridge.login.getView({})]);
      if (!isWanted()) return;
      if (info.ok) receiveInfo(mirror, info.value);
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
    typedEarly,
    connect: () => {
      let isConnected = true;
      // Listening comes before asking, so that no change falls between the two.
      const unsubscribe = bridge?.login.onViewChanged(take);
      void ask(() => isConnected);
      return () => {
        isConnected = false;
        unsubscribe?.();
        narration.end();
      };
    },
    refresh: () => {
      showTrouble(mirror, null);
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

/** Whether a command of this name is on its way to main. */
export function useInFlight(name: CommandName): boolean {
  return useMirror((mirror) => mirror.inFlight.has(name));
}

export function useStrings(): Strings {
  return stringsFor(useMirror((mirror) => mirror.info.language));
}
