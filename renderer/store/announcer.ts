import { createStore, type StoreApi } from 'zustand/vanilla';

/** One sentence in a live region. The number makes a repeated sentence a new one, which is read again. */
export type Spoken = Readonly<{ id: number; text: string }>;

/** What the two live regions hold (WCAG 4.1.3). */
export type Announcements = Readonly<{ polite: Spoken; assertive: Spoken }>;
export type AnnouncerStore = StoreApi<Announcements>;

const SILENCE: Spoken = { id: 0, text: '' };

export function createAnnouncer(): AnnouncerStore {
  return createStore<Announcements>()(() => ({ polite: SILENCE, assertive: SILENCE }));
}

/** The regions that were spoken into in this turn of the window: two sentences of one change both stand. */
const spokenNow = new WeakMap<AnnouncerStore, Set<keyof Announcements>>();

/** Empties both regions: what is said belongs to the screen it was said on. */
export function hush(announcer: AnnouncerStore): void {
  announcer.setState(({ polite, assertive }) => ({
    polite: { ...polite, text: '' },
    assertive: { ...assertive, text: '' },
  }));
}

/** Says whole sentences: `polite` when the reader pauses, `assertive` at once (denied, errors, expired only). */
export function say(announcer: AnnouncerStore, how: keyof Announcements, text: string): void {
  const other = how === 'polite' ? 'assertive' : 'polite';
  const now = spokenNow.get(announcer) ?? new Set();
  spokenNow.set(announcer, now.add(how));
  queueMicrotask(() => now.clear());
  announcer.setState((before) => ({
    [how]: { id: before[how].id + 1, text },
    // A stale sentence is not left to be found by reading on.
    ...(now.has(other) ? {} : { [other]: { ...before[other], text: '' } }),
  }));
}
