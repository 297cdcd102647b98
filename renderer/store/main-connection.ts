import { THEMES, type Accent } from '../../shared/colour/accent.ts';
import type { AppInfo } from '../../shared/ipc/channels.ts';
import type { Bridge } from '../../shared/ipc/contract.ts';
import type { NumberedView } from '../../shared/login/view/login-view.ts';
import {
  receiveInfo,
  receiveReader,
  receiveView,
  showTrouble,
  type MirrorStore,
  type Received,
  type ServedPage,
} from './mirror.ts';

/** Keeps the mirror up to date with main. */
export type MainConnection = Readonly<{
  /** Subscribes, then requests the first view. Returns the function to disconnect. */
  connect: () => () => void;
  /** Requests info and view again. */
  refresh: () => void;
  /** Asks each time: a screen reader may start later. */
  isReaderOn: () => Promise<boolean>;
}>;

/** @param onReceived called for each view that main sends, but for an older one */
export function createMainConnection(
  bridge: Bridge | null,
  mirror: MirrorStore,
  page: ServedPage,
  onReceived: (received: Received) => void,
): MainConnection {
  function receive(numbered: NumberedView): void {
    const received = receiveView(mirror, numbered);
    if (received !== null) onReceived(received);
  }

  /** The served page may have another look than the configuration: text and brand change together. */
  function draw(info: AppInfo): void {
    receiveInfo(mirror, page, info);
    paintAccent(info.brand.accent);
    requestAnimationFrame(() => void bridge?.app.reportDrawn({}));
  }

  /** `isWanted` is false after a disconnect. */
  async function request(isWanted: () => boolean): Promise<void> {
    if (bridge === null) {
      showTrouble(mirror, { code: 'no-bridge', from: 'view' });
      return;
    }
    try {
      const [info, view] = await Promise.all([bridge.app.getInfo({}), bridge.login.getView({})]);
      if (!isWanted()) return;
      if (info.ok) draw(info.value);
      if (view.ok) receive(view.value);
      const failed = view.ok ? info : view;
      if (!failed.ok) showTrouble(mirror, { code: failed.error.code, from: 'view' });
    } catch {
      if (isWanted()) showTrouble(mirror, { code: 'internal', from: 'view' });
    }
  }

  return {
    connect: () => {
      let isConnected = true;
      // Subscribe first: otherwise a change between answer and subscription would be lost.
      const unsubscribe = bridge?.login.onViewChanged(receive);
      void request(() => isConnected);
      return () => {
        isConnected = false;
        unsubscribe?.();
      };
    },
    refresh: () => {
      showTrouble(mirror, null);
      void request(() => true);
    },
    isReaderOn: async () => {
      try {
        const info = await bridge?.app.getInfo({});
        if (info?.ok === true) receiveReader(mirror, info.value.isReaderOn);
      } catch {
        // The last answer counts.
      }
      return mirror.getState().info.isReaderOn;
    },
  };
}

/** Sets the brand accent (`renderer/styles/brand.css`); null restores the default. */
function paintAccent(accent: Accent | null): void {
  const { classList, style } = document.documentElement;
  for (const theme of THEMES) {
    const colours = accent?.[theme] ?? null;
    classList.toggle(`branded-${theme}`, colours !== null);
    style.setProperty(`--brand-${theme}`, colours?.accent ?? null);
    style.setProperty(`--brand-${theme}-strong`, colours?.strong ?? null);
  }
}
