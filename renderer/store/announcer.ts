import { createStore, type StoreApi } from 'zustand/vanilla';

/** One sentence in a live region. The number makes a repeated sentence a new one, which is read again. */
export type Spoken = Readonly<{ id: number; text: string }>;

/** What the two live regions hold (WCAG 4.1.3), oldest first. */
export type Announcements = Readonly<{ polite: readonly Spoken[]; assertive: readonly Spoken[] }>;
export type AnnouncerStore = StoreApi<Announcements>;

/**
 * So long a sentence stands. Readers take the text when it appears; what they have not taken by then they never will.
 * What stands longer is met by whoever reads on through the window, as if it were part of the screen.
 */
export const SPOKEN_MS = 5000;

const SILENCE: Announcements = { polite: [], assertive: [] };
let lastId = 0;

export function createAnnouncer(): AnnouncerStore {
  return createStore<Announcements>()(() => SILENCE);
}

/** Empties both regions: what is said belongs to the screen it was said on. */
export function hush(announcer: AnnouncerStore): void {
  announcer.setState(SILENCE);
}

/** Says whole sentences, each once: `polite` when the reader pauses, `assertive` at once. Nothing where empty. */
export function say(announcer: AnnouncerStore, how: keyof Announcements, text: string): void {
  if (text === '') return;
  lastId += 1;
  const spoken: Spoken = { id: lastId, text };
  announcer.setState((before) => ({ [how]: [...before[how], spoken] }));
  setTimeout(() => {
    announcer.setState((before) => ({ [how]: before[how].filter((other) => other !== spoken) }));
  }, SPOKEN_MS);
}
