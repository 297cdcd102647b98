import { accentOf, THEMES } from '../../shared/colour/accent.ts';
import type { Brand } from '../../shared/ipc/channels.ts';
import { LANGUAGES, type Language } from '../../shared/strings/language.ts';
import { isUsableLogo } from './usable-logo.ts';

const LOOK_THEMES = ['system', ...THEMES] as const;

/**
 * The values of the configuration that the first picture needs. A look holds neither the name of
 * the person who signs in nor a secret. The organisation's own texts may name people, e.g. whom to
 * ask for help.
 */
export type Look = Readonly<{
  /** `system` follows the desktop. */
  theme: (typeof LOOK_THEMES)[number];
  /** `system` follows the desktop. */
  language: Language | 'system';
  brand: Readonly<{
    /** Null for the program's own name. */
    name: string | null;
    /** A PNG as a `data:` URL. */
    logo: string | null;
    /** `#rrggbb` */
    accent: string | null;
    help: string | null;
    helpAddress: string | null;
  }>;
}>;

/**
 * The limits of the configuration (shared/config/config-keys.ts). Loading its schemas here would
 * delay the window.
 */
const MOST_LETTERS = { name: 60, help: 200, helpAddress: 200 } as const;
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u;
const COLOUR = /^#[0-9A-Fa-f]{6}$/;

/** Checks a value that was read from a file. Null if it is no look. */
export function lookIn(value: unknown): Look | null {
  const { theme, language, brand } = membersOf(value);
  const { name, logo, accent, help, helpAddress } = membersOf(brand);
  const isLook =
    LOOK_THEMES.some((known) => known === theme) &&
    ['system', ...LANGUAGES].some((known) => known === language) &&
    isLineOrNull(name, MOST_LETTERS.name) &&
    isLineOrNull(help, MOST_LETTERS.help) &&
    isLineOrNull(helpAddress, MOST_LETTERS.helpAddress) &&
    (logo === null || (typeof logo === 'string' && isUsableLogo(logo))) &&
    (accent === null || (typeof accent === 'string' && COLOUR.test(accent)));
  if (!isLook) return null;
  return { theme, language, brand: { name, logo, accent, help, helpAddress } } as Look;
}

/** The program's own look, in the desktop's theme and language. */
export const PLAIN_LOOK: Look = {
  theme: 'system',
  language: 'system',
  brand: { name: null, logo: null, accent: null, help: null, helpAddress: null },
};

export function isSameLook(one: Look, other: Look): boolean {
  const partsOf = ({ theme, language, brand }: Look): string =>
    JSON.stringify([theme, language, ...BRAND_MEMBERS.map((member) => brand[member])]);
  return partsOf(one) === partsOf(other);
}

const BRAND_MEMBERS = ['name', 'logo', 'accent', 'help', 'helpAddress'] as const;

/** The brand as the page draws it. */
export function brandOf(
  { name, logo, accent, help, helpAddress }: Look['brand'],
  programName: string,
): Brand {
  return {
    name: name ?? programName,
    logo,
    accent: accent === null ? null : accentOf(accent),
    help,
    helpAddress,
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Whether a value is null, or one line of text of at most so many letters. */
function isLineOrNull(value: unknown, mostLetters: number): boolean {
  if (value === null) return true;
  return typeof value === 'string' && value.length <= mostLetters && LINE.test(value);
}
