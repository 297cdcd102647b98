import { createStore, type StoreApi } from 'zustand/vanilla';

/** One sentence in a live region. The number makes a repeated sentence a new one, which is read again. */
export type Spoken = Readonly<{ id: number; text: string }>;

/** Content of the two live regions (WCAG 4.1.3), oldest first. */
export type Announcements = Readonly<{ polite: readonly Spoken[]; assertive: readonly Spoken[] }>;
export type AnnouncerStore = StoreApi<Announcements>;

/**
 * Lifetime of a sentence. Readers take the text when it appears; a text not taken by then never will be. A longer
 * lifetime would let a person reading on through the window meet the sentence as part of the screen.
 */
export const SPOKEN_MS = 5000;

const SILENCE: Announcements = { polite: [], assertive: [] };
let lastId = 0;

export function createAnnouncer(): AnnouncerStore {
  return createStore<Announcements>()(() => SILENCE);
}

/** Empties both regions: an announcement belongs to its screen. */
export function hush(announcer: AnnouncerStore): void {
  announcer.setState(SILENCE);
}

/** Says whole sentences, each once: `polite` when the reader pauses, `assertive` at once. Ignores an empty text. */
export function say(announcer: AnnouncerStore, how: keyof Announcements, text: string): void {
  if (text === '') return;
  lastId += 1;
  const spoken: Spoken = { id: lastId, text };
  announcer.setState((before) => ({ [how]: [...before[how], spoken] }));
  setTimeout(() => {
    announcer.setState((before) => ({ [how]: before[how].filter((other) => other !== spoken) }));
  }, SPOKEN_MS);
}
