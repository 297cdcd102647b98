import type { ComponentType } from 'react';
import type { AppInfo } from '../../shared/ipc/channels.ts';
import type { LoginView, UsernameView } from '../../shared/login/view/login-view.ts';
import type { Narrated } from '../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../shared/login/narration/news.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import type { AnnouncerStore } from './announcer.ts';

export type ViewAfterUsername = Exclude<LoginView, UsernameView>;

export type Narration = Readonly<{
  /** Announces `news`, but not on a new screen, which says its heading. `sinceMs`: age of the view in milliseconds. */
  take: (view: LoginView, news: readonly News[], isNewScreen: boolean, sinceMs?: number) => void;
  end: () => void;
}>;

/** Code of the screens after the username: a separate script, loaded while the person types (docs/performance.md). */
export type AfterUsername = Readonly<{
  Screen: ComponentType<Readonly<{ view: ViewAfterUsername }>>;
  /** The connection check, shown over a screen. */
  Doctor: ComponentType;
  /** Picture in the window's header, on the screens after the methods. */
  Emblem: ComponentType<Readonly<{ view: ViewAfterUsername }>>;
  /** Notes above the actions of every screen: a time limit that ends soon, or a request still open on the phone. */
  Asides: ComponentType;
  mayCheckConnection: (view: ViewAfterUsername) => boolean;
  /** Loads the texts of a language tag, with custom messages; rejects on failure. */
  loadStrings: (tag: string, own: AppInfo['messages']) => Promise<Strings>;
  /** `before` is null for the first view. */
  narrate: (
    before: Narrated | null,
    now: TimedView,
  ) => Readonly<{ news: readonly News[]; narrated: Narrated }>;
  /** Text to announce after a new screen's heading. */
  openingFor: (news: readonly News[], strings: Strings) => string;
  createNarration: (announcer: AnnouncerStore, stringsNow: () => Strings) => Narration;
}>;

/** Rejects on failure. */
export type LoadAfterUsername = () => Promise<AfterUsername>;
