import { THEMES, type Accent } from '../../shared/colour/accent.ts';

/** Sets the brand accent (`renderer/styles/brand.css`); null restores the default. */
export function paintAccent(accent: Accent | null): void {
  const { classList, style } = document.documentElement;
  for (const theme of THEMES) {
    const colours = accent?.[theme] ?? null;
    classList.toggle(`branded-${theme}`, colours !== null);
    style.setProperty(`--brand-${theme}`, colours?.accent ?? null);
    style.setProperty(`--brand-${theme}-strong`, colours?.strong ?? null);
  }
}
