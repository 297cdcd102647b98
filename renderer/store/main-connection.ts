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
  /**
   * Whether a screen reader runs. Asks main each time, because one may start later; its last answer
   * counts if it fails.
   */
  isReaderOn: () => Promise<boolean>;
}>;

/** @param onReceived called for each view of main that is newer than the one in the mirror */
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

  /**
   * Text and brand change together, because the served page may have another look than the
   * configuration.
   */
  function draw(info: AppInfo): void {
    receiveInfo(mirror, page, info);
    paintAccent(info.brand.accent);
    requestAnimationFrame(() => void bridge?.app.reportDrawn({}));
  }

  /**
   * Requests info and view. The answers are ignored if `isWanted` is false by then, after a
   * disconnect.
   */
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
      // If both calls failed, the trouble is the view's.
      const decisive = view.ok ? info : view;
      if (!decisive.ok) showTrouble(mirror, { code: decisive.error.code, from: 'view' });
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
        // Main's last answer counts.
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
