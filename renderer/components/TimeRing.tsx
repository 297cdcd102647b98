import type { ReactNode } from 'react';

/** The radius at which the ring and the end marks are drawn, in a box of 56. */
const RING_RADIUS = 25;

/**
 * The ring at the head of every waiting screen: it empties as the time runs, around the glyph of the method.
 * It only repeats the words below, so it is hidden from readers.
 */
export function TimeRing({ fraction, children }: Readonly<{ fraction: number; children: ReactNode }>) {
  const left = Math.min(1, Math.max(0, fraction));
  return (
    <svg className="emblem ring" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <circle className="ring__track" cx="28" cy="28" r={RING_RADIUS} />
      <circle
        className="ring__left"
        cx="28"
        cy="28"
        r={RING_RADIUS}
        pathLength={100}
        strokeDasharray={`${left * 100} 100`}
        transform="rotate(-90 28 28)"
      />
      <g transform="translate(16 16)">{children}</g>
    </svg>
  );
}
