import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo, Brand } from '../../shared/ipc/channels.ts';
import type { CommandName } from '../../shared/ipc/contract.ts';
import {
  isChallenge,
  type LoginView,
  type NumberedView,
} from '../../shared/login/view/login-view.ts';
import type { Narrated } from '../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../shared/login/narration/news.ts';
import type { AfterUsername, ViewAfterUsername } from './lazy-screens.ts';
import type { FirstStrings } from '../../shared/strings/first-strings.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { screenKey } from '../view/screen-key.ts';
import type { Trouble } from '../../shared/ipc/trouble.ts';

type Moment = Readonly<{ receivedAtMs: number; receivedAtEpochMs: number }>;

/** A view waiting for the code that draws it. */
export type HeldView = NumberedView & Moment & Readonly<{ view: ViewAfterUsername }>;

/** State of the window. Main is the authority for `view`. */
export type Mirror = Readonly<{
  revision: number;
  view: LoginView;
  /** `performance.now()` when the view arrived; start of its countdowns. */
  receivedAtMs: number;
  /** Wall clock at the same moment, for "asked at 14:32". */
  receivedAtEpochMs: number;
  /** A retry keeps its screen open. Main's view meanwhile is the method list or the busy username form. */
  isRestarting: boolean;
  info: AppInfo;
  first: FirstStrings;
  /** All texts; null until `later` arrives. */
  strings: Strings | null;
  trouble: Trouble | null;
  /** The doctor covers the login screen. The login continues; a change of its screen closes the doctor. */
  isDoctorOpen: boolean;
  /** The login ended while an earlier failure is still shown. */
  isLoginOver: boolean;
  inFlight: ReadonlySet<CommandName>;
  /** Null until loaded. */
  later: AfterUsername | null;
  held: HeldView | null;
  /** Views not yet narrated because `later` is missing. */
  untold: readonly TimedView[];
  /** The narrator's record of the newest view, drawn or not. Null until the first narration. */
  narrated: Narrated | null;
  /** `screenKey` of the open screen; null while the view only waits for an answer. */
  openKey: string | null;
  /** News announced with the heading of that screen. */
  openedWith: readonly News[];
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

/** @param brand of the served page, for hydration */
export function createMirror(first: FirstStrings, brand: Brand): MirrorStore {
  return createStore<Mirror>()(() => ({
    revision: NO_REVISION,
    view: FIRST_VIEW,
    receivedAtMs: performance.now(),
    receivedAtEpochMs: Date.now(),
    isRestarting: false,
    info: { ...FIRST_INFO, brand, language: first.language },
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

/** A view and its news. `isNewScreen`: announce the news with the heading. */
export type Received = Readonly<{ view: LoginView; news: readonly News[]; isNewScreen: boolean }>;

/**
 * Ignores an older view: the answer to `get-view` may arrive after a later change. Holds views of later screens until
 * `receiveAfterUsername`. Null if ignored or not yet narrated.
 */
export function receiveView(
  mirror: MirrorStore,
  numbered: NumberedView,
  came = now(),
): Received | null {
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

/** Takes the code for the later screens; applies the held view. Returns the news; null before the first view. */
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
    // News of replaced views is outdated.
    received = { view: timed.view, news: step.news, isNewScreen: false };
  }
  mirror.setState({ later, narrated, held: null, untold: [] });
  return held === null ? received : receiveView(mirror, held, held);
}

function isSameScreen(before: LoginView, next: LoginView): boolean {
  if (before.screen === 'failed' && next.screen === 'failed') return before.code === next.code;
  return before.screen === next.screen;
}

function staysWhileAsking(before: LoginView): boolean {
  return (
    before.screen === 'account-waiting' || (before.screen === 'failed' && before.proxy !== null)
  );
}

function isRestart(before: LoginView, next: LoginView): boolean {
  if (next.screen === 'username') return next.busy && staysWhileAsking(before);
  return next.screen === 'methods' && isChallenge(before) && next.starting === before.method;
}

export function receiveInfo(mirror: MirrorStore, info: AppInfo): void {
  mirror.setState({ info });
}

/** Keeps the first screen's texts if they are right. */
export function receiveStrings(mirror: MirrorStore, strings: Strings): void {
  const { first, info } = mirror.getState();
  mirror.setState({ strings, first: isPageRight(first, info) ? first : strings });
}

export function isPageRight({ language }: FirstStrings, info: AppInfo): boolean {
  return language === info.language && Object.keys(info.messages).length === 0;
}

export function showTrouble(mirror: MirrorStore, trouble: Trouble | null): void {
  if (mirror.getState().trouble !== trouble) mirror.setState({ trouble });
}

/** Clears the error of the previous screen. */
export function setDoctorOpen(mirror: MirrorStore, isDoctorOpen: boolean): void {
  mirror.setState({ isDoctorOpen, trouble: null });
}

export function setInFlight(mirror: MirrorStore, name: CommandName, isInFlight: boolean): void {
  const inFlight = new Set(mirror.getState().inFlight);
  if (isInFlight) inFlight.add(name);
  else inFlight.delete(name);
  mirror.setState({ inFlight });
}
