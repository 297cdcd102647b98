import type { ReactNode } from 'react';
import type { Method } from '../../shared/service/methods.ts';

/** Drawn on a grid of 24 by 24 units. */
const METHOD_DRAWINGS: Readonly<Record<Method, ReactNode>> = {
  push: (
    <>
      <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
      <path d="M9.5 12.2l1.8 1.8 3.2-3.8" />
    </>
  ),
  totp: (
    <>
      <rect x="2.5" y="6" width="19" height="12" rx="2.5" />
      <path d="M7 12h.01M10.75 12h.01M14.5 12h.01M18 9.5v5" />
    </>
  ),
  qrcode: (
    <>
      <path d="M3.5 3.5h6v6h-6zM14.5 3.5h6v6h-6zM3.5 14.5h6v6h-6z" />
      <path d="M14.5 14.5h.01M20.5 14.5h.01M17.5 17.5h.01M14.5 20.5h.01M20.5 20.5h.01" />
    </>
  ),
  sms: (
    <>
      <path d="M3 4.5h18v12.5h-9.5L7 20.8V17H3z" />
      <path d="M8.25 10.75h.01M12 10.75h.01M15.75 10.75h.01" />
    </>
  ),
  smsLink: (
    <>
      <path d="M3 4.5h18v12.5h-9.5L7 20.8V17H3z" />
      <path d="M9.5 13.5l5-5M10.8 8.2h4v4" />
    </>
  ),
  email: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="2" />
      <path d="M3 7l9 6.5L21 7" />
    </>
  ),
  phoneCall: (
    <>
      <path d="M4 5.2C4 4 4.9 3.5 5.8 3.5h2.3l1.7 4.4-2 1.7a13 13 0 006.6 6.6l1.7-2 4.4 1.7v2.3c0 .9-.5 1.8-1.7 1.8C10.9 20 4 13.1 4 5.2z" />
      <path d="M14 4.2a6.4 6.4 0 015.8 5.8" />
    </>
  ),
  yotp: (
    <>
      <path d="M9 7.5v-5h6v5" />
      <rect x="6.5" y="7.5" width="11" height="14" rx="2.5" />
      <circle cx="12" cy="14.5" r="2.75" />
    </>
  ),
};

export function MethodStrokes({ method }: Readonly<{ method: Method }>) {
  return <g className="strokes">{METHOD_DRAWINGS[method]}</g>;
}

export function MethodGlyph({ method }: Readonly<{ method: Method }>) {
  return (
    <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <MethodStrokes method={method} />
    </svg>
  );
}

/** The marks of the end of a login, each one line on a grid of 56 by 56 units. */
const END_DRAWINGS = {
  success: 'M16.5 28.5l8.5 8.5L45.68 10.32A25 25 0 1 0 52.49 23.23',
  denied: 'M10.32 45.68L45.68 10.32A25 25 0 1 0 51.49 19.45',
  error: 'M30 40l-7.5-9.5 9-8L22 3.73A25 25 0 1 0 31.5 3.25',
  clock: 'M37 34.5L28 28V3A25 25 0 1 1 15.5 6.35',
  passage: 'M31.5 18.5L41 28l-9.5 9.5L41 28H3A25 25 0 1 0 4.5 19.45',
} as const;

export type EndMarkKind = keyof typeof END_DRAWINGS;

export function EndMark({ kind }: Readonly<{ kind: EndMarkKind }>) {
  return (
    <svg
      className={`emblem mark mark--${kind}`}
      viewBox="0 0 56 56"
      aria-hidden="true"
      focusable="false"
    >
      <path className="strokes" pathLength={100} d={END_DRAWINGS[kind]} />
    </svg>
  );
}

/** Marks method rows and the primary button. */
export function ArrowGlyph() {
  return (
    <svg className="arrow" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path className="strokes" d="M4 10h11M10.5 5l5 5-5 5" />
    </svg>
  );
}
