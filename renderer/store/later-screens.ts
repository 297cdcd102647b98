import type { ComponentType } from 'react';
import type { LoginView, UsernameView } from '../../shared/login/login-view.ts';
import type { Strings } from '../strings/types.ts';

/** Every view but that of the first screen. */
export type LaterView = Exclude<LoginView, UsernameView>;

/**
 * What the window needs after its first screen. It is a script of its own, which the page fetches while the person
 * types (docs/performance.md), so that the first screen waits for no other.
 */
export type LaterScreens = Readonly<{
  /** The screen of a view. */
  Screen: ComponentType<Readonly<{ view: LaterView }>>;
  /** The connection check, which lies over a screen. */
  Doctor: ComponentType;
  /** The drawing at the head of the window, from the first wait on. */
  Emblem: ComponentType<Readonly<{ view: LaterView }>>;
  /** Draws nothing: speaks what changes with each view. */
  Announcements: ComponentType;
  /** Whether the connection check may be offered on this screen. */
  mayCheckConnection: (view: LaterView) => boolean;
  /** All words of the window in a language, English where there are none. */
  stringsFor: (language: string) => Strings;
}>;

/** Fetches them; rejects where that failed. */
export type LoadLaterScreens = () => Promise<LaterScreens>;
