import type { ComponentType } from 'react';
import type { AppInfo } from '../../shared/ipc/channels.ts';
import type { LoginView, UsernameView } from '../../shared/login/view/login-view.ts';
import type { Narrated } from '../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../shared/login/narration/news.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import type { AnnouncerStore } from './announcer.ts';

/** Every view but that of the first screen. */
export type ViewAfterUsername = Exclude<LoginView, UsernameView>;

/** Speaks the news of the views as they come, and their timed news later. */
export type Narration = Readonly<{
  /**
   * `isNewScreen`: its news is said with its heading, and not from here. `sinceMs`: how long ago the view came, in
   * milliseconds.
   */
  take: (view: LoginView, news: readonly News[], isNewScreen: boolean, sinceMs?: number) => void;
  end: () => void;
}>;

/**
 * Code for the window after its first screen. It is a script of its own, which the page fetches while the person types
 * (docs/performance.md), so that the first screen does not wait for it.
 */
export type AfterUsername = Readonly<{
  /** The screen of a view. */
  Screen: ComponentType<Readonly<{ view: ViewAfterUsername }>>;
  /** The connection check, which lies over a screen. */
  Doctor: ComponentType;
  /** The drawing at the head of the window, from the first wait on. */
  Emblem: ComponentType<Readonly<{ view: ViewAfterUsername }>>;
  /** Notes above the actions of every screen: the caller's limit when it is short, and a request left on the phone. */
  Asides: ComponentType;
  /** Whether the connection check may be offered on this screen. */
  mayCheckConnection: (view: ViewAfterUsername) => boolean;
  /** All words of the window in a language, by its tag, with own messages; rejects where they cannot be loaded. */
  loadStrings: (tag: string, own: AppInfo['messages']) => Promise<Strings>;
  /** The news of a view; `before` is null with the first. */
  narrate: (
    before: Narrated | null,
    now: TimedView,
  ) => Readonly<{ news: readonly News[]; narrated: Narrated }>;
  /** The words of a new screen after its heading. */
  openingFor: (news: readonly News[], strings: Strings) => string;
  createNarration: (announcer: AnnouncerStore, stringsNow: () => Strings) => Narration;
}>;

/** Fetches them; rejects where that failed. */
export type LoadAfterUsername = () => Promise<AfterUsername>;
