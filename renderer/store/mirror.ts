import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo, Brand } from '../../shared/ipc/channels.ts';
import type { CommandName } from '../../shared/ipc/contract.ts';
import {
  isChallenge,
  type LoginView,
  type NumberedView,
} from '../../shared/login/view/login-view.ts';
import { narrate, NOTHING_NARRATED, type Narrated } from '../../shared/login/narration/narrator.ts';
import type { News } from '../../shared/login/narration/news.ts';
import { languageFor, type Language } from '../../shared/strings/language.ts';
import { messagesOf, type CompiledMessages } from '../../shared/strings/messages.ts';
import { windowStrings, type Strings } from '../../shared/strings/window-strings.ts';
import type { Trouble } from '../../shared/ipc/trouble.ts';
import { directionOf, screenKey, type Direction } from '../view/screen-rules.ts';

/** The page as it was served, before main's answer (`electron/look/first-page.ts`). */
export type ServedPage = Readonly<{
  language: Language;
  messages: CompiledMessages;
  brand: Brand;
}>;

/** State of the window. `view` mirrors the login in main, which alone decides it. */
export type Mirror = Readonly<{
  revision: number;
  view: LoginView;
  /** `performance.now()` when the view arrived; start of its countdowns. */
  receivedAtMs: number;
  /** Wall clock at the same moment, for "asked at 14:32". */
  receivedAtEpochMs: number;
  /**
   * A retry runs. Its screen stays open, although main's view is the method list or the busy
   * username form meanwhile.
   */
  isRestarting: boolean;
  info: AppInfo;
  strings: Strings;
  trouble: Trouble | null;
  /**
   * The doctor covers the login screen. The login continues; a change of its screen closes the
   * doctor.
   */
  isDoctorOpen: boolean;
  /** The login ended while an earlier failure is still shown. */
  isLoginOver: boolean;
  inFlight: ReadonlySet<CommandName>;
  /** The narrator's record up to the newest view, which a restart does not draw. */
  narrated: Narrated;
  /**
   * `screenKey` of the open screen; null while the view only waits for an answer, and is no screen
   * of its own.
   */
  openKey: string | null;
  /** News announced with the heading of the screen that opened last. */
  openedWith: readonly News[];
  /** The direction from which the screen slides in. */
  direction: Direction;
  /**
   * A code that was sent from the screen of a push, until the field of the code's own screen shows
   * it; else empty.
   */
  codeSentBesidePush: string;
}>;

export type MirrorStore = StoreApi<Mirror>;

/** Revision of the window's own view, before main's answer. */
export const NO_REVISION = -1;

/** Same as the static form in `index.html`, for hydration. */
const FIRST_VIEW: LoginView = {
  screen: 'username',
  username: '',
  editable: true,
  busy: false,
  problem: null,
  tries: 0,
  isLeftOnPhone: false,
  endsInMs: null,
};

const FIRST_INFO: Omit<AppInfo, 'language' | 'brand'> = {
  messages: {},
  version: '',
  platform: '',
  isGate: false,
  isReaderOn: false,
};

export function createMirror({ language, messages, brand }: ServedPage): MirrorStore {
  return createStore<Mirror>()(() => ({
    revision: NO_REVISION,
    view: FIRST_VIEW,
    receivedAtMs: performance.now(),
    receivedAtEpochMs: Date.now(),
    isRestarting: false,
    info: { ...FIRST_INFO, brand, language },
    strings: windowStrings(messagesOf(language, messages)),
    trouble: null,
    isDoctorOpen: false,
    isLoginOver: false,
    inFlight: new Set<CommandName>(),
    narrated: NOTHING_NARRATED,
    openKey: screenKey(FIRST_VIEW),
    openedWith: [],
    direction: 'none',
    codeSentBesidePush: '',
  }));
}

/** A view and its news. `isNewScreen`: announce the news with the heading. */
export type Received = Readonly<{ view: LoginView; news: readonly News[]; isNewScreen: boolean }>;

/** Null for a view that is not newer: the answer to `get-view` may arrive after a later change. */
export function receiveView(mirror: MirrorStore, numbered: NumberedView): Received | null {
  const { revision, view, atMs } = numbered;
  const previous = mirror.getState();
  if (revision <= previous.revision) return null;

  const { news, narrated } = narrate(previous.narrated, { view, atMs });
  if (isRestart(previous.view, view)) {
    mirror.setState({ revision, narrated, isRestarting: true, trouble: null });
    return { view, news, isNewScreen: false };
  }

  const key = screenKey(view);
  const isOpen = previous.openKey === key;
  const isNewScreen = !isOpen && narrated.standing === view;
  const isDoctorOpen = previous.isDoctorOpen && isSameScreen(previous.view, view);
  const isOtherScreen = screenKey(previous.view) !== key;
  const hasExpired = news.some(({ kind }) => kind === 'expired-behind-failure');
  const slidesIn = isOtherScreen && !isDoctorOpen;
  mirror.setState({
    revision,
    view,
    narrated,
    receivedAtMs: performance.now(),
    receivedAtEpochMs: Date.now(),
    isRestarting: false,
    trouble: null,
    isDoctorOpen,
    isLoginOver: isOpen && (previous.isLoginOver || hasExpired),
    openKey: isNewScreen || isOpen ? key : null,
    openedWith: isNewScreen ? news : previous.openedWith,
    direction: slidesIn ? directionOf(previous.view, view) : previous.direction,
  });
  return { view, news, isNewScreen };
}

function isSameScreen(previous: LoginView, next: LoginView): boolean {
  if (previous.screen === 'failed' && next.screen === 'failed') return previous.code === next.code;
  return previous.screen === next.screen;
}

/**
 * Whether `next` only leads to a retry, so that the screen of `previous` stays
 * (`Mirror.isRestarting`).
 */
function isRestart(previous: LoginView, next: LoginView): boolean {
  if (next.screen === 'username') return next.busy && staysWhileAsking(previous);
  return next.screen === 'methods' && isChallenge(previous) && next.starting === previous.method;
}

function staysWhileAsking(view: LoginView): boolean {
  return view.screen === 'account-waiting' || (view.screen === 'failed' && view.proxy !== null);
}

/** Takes main's info, and new strings where the served page lacks messages or has another language. */
export function receiveInfo(mirror: MirrorStore, page: ServedPage, info: AppInfo): void {
  const language = languageFor([info.language]);
  const hasPageStrings = language === page.language && Object.keys(info.messages).length === 0;
  if (hasPageStrings) {
    mirror.setState({ info });
    return;
  }
  const pageMessages = language === page.language ? page.messages : {};
  // The cast is safe, because main has compiled these messages.
  const messages = { ...pageMessages, ...(info.messages as CompiledMessages) };
  mirror.setState({ info, strings: windowStrings(messagesOf(language, messages)) });
}

export function receiveReader(mirror: MirrorStore, isReaderOn: boolean): void {
  mirror.setState(({ info }) => ({ info: { ...info, isReaderOn } }));
}

export function showTrouble(mirror: MirrorStore, trouble: Trouble | null): void {
  if (mirror.getState().trouble !== trouble) mirror.setState({ trouble });
}

/**
 * Opens or closes the doctor's screen, and clears the trouble of the screen before. When the doctor
 * closes, the login's screen slides in as on a step back.
 */
export function setDoctorOpen(mirror: MirrorStore, isDoctorOpen: boolean): void {
  mirror.setState({ isDoctorOpen, trouble: null, direction: 'back' });
}

export function setInFlight(mirror: MirrorStore, name: CommandName, isInFlight: boolean): void {
  const inFlight = new Set(mirror.getState().inFlight);
  if (isInFlight) inFlight.add(name);
  else inFlight.delete(name);
  mirror.setState({ inFlight });
}

export function rememberCodeSentBesidePush(mirror: MirrorStore, code: string): void {
  if (mirror.getState().codeSentBesidePush !== code) mirror.setState({ codeSentBesidePush: code });
}
