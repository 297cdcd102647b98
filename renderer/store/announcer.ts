import { createStore, type StoreApi } from 'zustand/vanilla';

/** A sentence in a live region. A new id makes screen readers repeat the same text. */
export type Announcement = Readonly<{ id: number; text: string }>;

/** Texts of the live regions (WCAG 4.1.3), oldest first. */
export type Announcements = Readonly<{
  polite: readonly Announcement[];
  assertive: readonly Announcement[];
}>;
export type AnnouncerStore = StoreApi<Announcements>;

/**
 * Milliseconds until a sentence is removed from its live region. Screen readers speak it when it
 * appears, and the person must not find it there later.
 */
export const ANNOUNCEMENT_MS = 5000;

const SILENCE: Announcements = { polite: [], assertive: [] };
let lastId = 0;

export function createAnnouncer(): AnnouncerStore {
  return createStore<Announcements>()(() => SILENCE);
}

/** Clears both regions, because announcements belong to one screen. */
export function clearAnnouncements(announcer: AnnouncerStore): void {
  announcer.setState(SILENCE);
}

/**
 * Announces a text. `polite`: at the screen reader's next pause; `assertive`: at once. Ignores an
 * empty text.
 */
export function announce(announcer: AnnouncerStore, how: keyof Announcements, text: string): void {
  if (text === '') return;
  lastId += 1;
  const announcement: Announcement = { id: lastId, text };
  announcer.setState((previous) => ({ [how]: [...previous[how], announcement] }));
  setTimeout(() => {
    announcer.setState((previous) => ({
      [how]: previous[how].filter((other) => other !== announcement),
    }));
  }, ANNOUNCEMENT_MS);
}
