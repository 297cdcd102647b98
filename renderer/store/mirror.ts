import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo } from '../../shared/ipc/channels.ts';
import type { CommandName } from '../../shared/ipc/contract.ts';
import { isChallenge, type LoginView, type NumberedView } from '../../shared/login/view/login-view.ts';
import type { Narrated } from '../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../shared/login/narration/news.ts';
import type { AfterUsername, ViewAfterUsername } from './lazy-screens.ts';
import type { FirstStrings } from '../../shared/strings/first-strings.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { screenKey } from '../view/screen-key.ts';
import type { Trouble } from '../../shared/ipc/trouble.ts';

/** When a view came: `performance.now()`, and the wall clock. */
type Moment = Readonly<{ receivedAtMs: number; receivedAtEpochMs: number }>;

/** A view that came before the code that draws it. */
export type HeldView = NumberedView & Moment & Readonly<{ view: ViewAfterUsername }>;

/** State of the window: a copy of main's view. Main is the authority. */
export type Mirror = Readonly<{
  revision: number;
  view: LoginView;
  /** `performance.now()` when the view came; countdowns run from here, without asking main. */
  receivedAtMs: number;
  /** The wall clock at the same moment, for "asked at 14:32". */
  receivedAtEpochMs: number;
  /**
   * The same method is being started again ("Send it again"). Main then shows the list with that method starting;
   * the window stays on the screen of the method instead of leaving it and coming back a moment later. The same
   * holds for "Check again" on an account that is not approved, and for a proxy that is answered, for which main shows
   * the username at work.
   */
  isRestarting: boolean;
  info: AppInfo;
  /** The words of the first screen. */
  first: FirstStrings;
  /** All words, in the same language; null until they were fetched with `later`. */
  strings: Strings | null;
  trouble: Trouble | null;
  /**
   * The doctor's screen lies over the login's. It is no state of the login, which goes on beneath: another screen of
   * the login closes the doctor's, because the person waits for it.
   */
  isDoctorOpen: boolean;
  /** The login behind an end that is still shown has ended too. */
  isLoginOver: boolean;
  inFlight: ReadonlySet<CommandName>;
  /** Code that draws the screens after the first, and narrates; null until it was fetched. */
  later: AfterUsername | null;
  /** The newest view, where it waits for `later`; the screen before it stays. */
  held: HeldView | null;
  /** The views that came before the code that narrates them: all of the first screen. */
  untold: readonly TimedView[];
  /** State of the narration after every view that came, also one that is not drawn. Null before the first. */
  narrated: Narrated | null;
  /**
   * The key of the screen that the person was led to; null while one stands that only shows that an answer is awaited.
   * It is led to, and said, if it turns out to stay.
   */
  openKey: string | null;
  /** The news with which that screen came: said with its heading. */
  openedWith: readonly News[];
}>;

export type MirrorStore = StoreApi<Mirror>;

/** The revision of the view that the window draws by itself before main has answered. */
export const NO_REVISION = -1;

/** The form that `index.html` shows too, so that the first paint and the first render are the same. */
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

const FIRST_INFO: Omit<AppInfo, 'language'> = {
  messages: {},
  version: '',
  platform: '',
  brand: { name: 'Gatehouse', logo: null, accent: null, help: null, helpAddress: null },
  isGate: false,
  isReaderOn: false,
};

/** An empty mirror, which speaks as the page does. */
export function createMirror(first: FirstStrings): MirrorStore {
  return createStore<Mirror>()(() => ({
    revision: NO_REVISION,
    view: FIRST_VIEW,
    receivedAtMs: performance.now(),
    receivedAtEpochMs: Date.now(),
    isRestarting: false,
    info: { ...FIRST_INFO, language: first.language },
    first,
    strings: null,
    trouble: null,
    isDoctorOpen: false,
    isLoginOver: false,
    inFlight: new Set<CommandName>(),
    later: null,
    held: null,
    untold: [],
    narrated: null,
    openKey: screenKey(FIRST_VIEW),
    openedWith: [],
  }));
}

/** A view and its news. `isNewScreen`: a screen opened, and the news is said with its heading. */
export type Received = Readonly<{ view: LoginView; news: readonly News[]; isNewScreen: boolean }>;

/**
 * Takes a view. One that is not newer is ignored: the answer to `get-view` may arrive after a change that was
 * sent later, and a login must not step back. One that cannot be drawn yet is held until `receiveLater`.
 *
 * @returns null where it was ignored, or cannot be narrated yet
 */
export function receiveView(mirror: MirrorStore, numbered: NumberedView, came = now()): Received | null {
  const { revision, view, atMs } = numbered;
  const before = mirror.getState();
  if (revision <= Math.max(before.revision, before.held?.revision ?? NO_REVISION)) return null;
  if (before.later === null) {
    if (view.screen !== 'username') mirror.setState({ held: { ...numbered, view, ...came } });
    else {
      const untold = [...before.untold, { view, atMs }];
      mirror.setState({ revision, view, ...came, trouble: null, held: null, untold });
    }
    return null;
  }
  const { news, narrated } = before.later.narrate(before.narrated, { view, atMs });
  if (isRestart(before.view, view)) {
    mirror.setState({ revision, narrated, isRestarting: true, trouble: null });
    return { view, news, isNewScreen: false };
  }
  const key = screenKey(view);
  const isOpen = before.openKey === key;
  const isNewScreen = !isOpen && narrated.standing === view;
  mirror.setState({
    revision,
    view,
    narrated,
    ...came,
    isRestarting: false,
    trouble: null,
    isDoctorOpen: before.isDoctorOpen && isSameScreen(before.view, view),
    isLoginOver: isOpen && (before.isLoginOver || news.some(({ kind }) => kind === 'end-behind')),
    ...(isNewScreen ? { openKey: key, openedWith: news } : isOpen ? {} : { openKey: null }),
  });
  return { view, news, isNewScreen };
}

function now(): Moment {
  return { receivedAtMs: performance.now(), receivedAtEpochMs: Date.now() };
}

/**
 * Takes the code that draws and narrates the later screens, and the view held for it, with its time of arrival.
 *
 * @returns the view and news still to announce; null where no view has come yet
 */
export function receiveAfterUsername(
  mirror: MirrorStore,
  later: AfterUsername,
  strings: Strings,
): Received | null {
  receiveStrings(mirror, strings);
  const { untold, held } = mirror.getState();
  let received: Received | null = null;
  let narrated: Narrated | null = null;
  for (const timed of untold) {
    const step = later.narrate(narrated, timed);
    narrated = step.narrated;
    // News of a replaced view is out of date: keep only the newest.
    received = { view: timed.view, news: step.news, isNewScreen: false };
  }
  mirror.setState({ later, narrated, held: null, untold: [] });
  return held === null ? received : receiveView(mirror, held, held);
}

function isSameScreen(before: LoginView, next: LoginView): boolean {
  if (before.screen === 'failed' && next.screen === 'failed') return before.code === next.code;
  return before.screen === next.screen;
}

/** Screens that return if the answer is unchanged: the person's place on them is kept. */
function staysWhileAsking(before: LoginView): boolean {
  return before.screen === 'account-waiting' || (before.screen === 'failed' && before.proxy !== null);
}

function isRestart(before: LoginView, next: LoginView): boolean {
  if (next.screen === 'username') return next.busy && staysWhileAsking(before);
  return next.screen === 'methods' && isChallenge(before) && next.starting === before.method;
}

export function receiveInfo(mirror: MirrorStore, info: AppInfo): void {
  mirror.setState({ info });
}

/** From now on everything is said with these words; those of the first screen stay where the page has them already. */
export function receiveStrings(mirror: MirrorStore, strings: Strings): void {
  const { first, info } = mirror.getState();
  mirror.setState({ strings, first: isPageRight(first, info) ? first : strings });
}

/** Whether the page was served with the words that main wants: in its language, without custom messages. */
export function isPageRight({ language }: FirstStrings, info: AppInfo): boolean {
  return language === info.language && Object.keys(info.messages).length === 0;
}

export function showTrouble(mirror: MirrorStore, trouble: Trouble | null): void {
  if (mirror.getState().trouble !== trouble) mirror.setState({ trouble });
}

/** Opens or closes the doctor's screen. A refused call belongs to the screen it was made on. */
export function setDoctorOpen(mirror: MirrorStore, isDoctorOpen: boolean): void {
  mirror.setState({ isDoctorOpen, trouble: null });
}

export function setInFlight(mirror: MirrorStore, name: CommandName, isInFlight: boolean): void {
  const inFlight = new Set(mirror.getState().inFlight);
  if (isInFlight) inFlight.add(name);
  else inFlight.delete(name);
  mirror.setState({ inFlight });
}
