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

/** Says whole sentences: `polite` when the reader pauses, `assertive` at once (denied, errors, expired only). */
export function say(announcer: AnnouncerStore, how: keyof Announcements, text: string): void {
  announcer.setState((before) => ({ [how]: { id: before[how].id + 1, text } }));
}
