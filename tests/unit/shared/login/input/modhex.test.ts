import { describe, expect, it } from 'vitest';
import { normaliseSecurityKeyPassword } from '../../../../../shared/login/input/passcode.ts';

/** A one-time password with every letter of modhex in it. */
const PASSWORD = 'cccccbdefghijklnrtuvvutrnlkjihgfedbccbdefghi';
const PLACES = 'cbdefghijklnrtuv';

/** The characters that each layout types for the modhex keys C B D E F G H I J K L N R T U V. */
const LAYOUTS = {
  QWERTY: 'c b d e f g h i j k l n r t u v',
  QWERTZ: 'c b d e f g h i j k l n r t u v',
  AZERTY: 'c b d e f g h i j k l n r t u v',
  Dvorak: 'j x e . u i d c h t n b p y g k',
  Colemak: 'c b s f t d h u n e i k p g l v',
  Bépo: "x k i p e , c d t s r ' o è v .",
  'Bépo of AFNOR': 'x k i p e , c d t s r ’ o è v .',
  Russian: 'с и в у а п р ш о л д т к е г м',
  Serbian: 'ц б д е ф г х и ј к л н р т у в',
  Greek: 'ψ β δ ε φ γ η ι ξ κ λ ν ρ τ θ ω',
  Hebrew: 'ב נ ג ק כ ע י ן ח ל ך מ ר א ו ה',
} as const;

function typedOn(layout: string, password: string): string {
  const keys = layout.split(' ');
  return Array.from(password)
    .map((letter) => keys[PLACES.indexOf(letter)] ?? '')
    .join('');
}

describe('the password typed by a hardware key', () => {
  it.each(Object.entries(LAYOUTS))('is read on %s as the keys it pressed', (_name, layout) => {
    expect(normaliseSecurityKeyPassword(typedOn(layout, PASSWORD))).toBe(PASSWORD);
    expect(normaliseSecurityKeyPassword(` ${typedOn(layout, PASSWORD)}\n`)).toBe(PASSWORD);
  });

  it.each(['QWERTY', 'Dvorak', 'Colemak', 'Russian', 'Serbian'] as const)(
    'is read with caps lock on %s',
    (name) => {
      const typed = typedOn(LAYOUTS[name], PASSWORD).toUpperCase();
      expect(normaliseSecurityKeyPassword(typed)).toBe(PASSWORD);
    },
  );

  it.each([
    // Shorter and longer than any password of such a key, and of odd length.
    typedOn(LAYOUTS.Dvorak, PASSWORD.slice(0, 30)),
    typedOn(LAYOUTS.Dvorak, PASSWORD.repeat(2)),
    typedOn(LAYOUTS.Dvorak, PASSWORD.slice(0, 33)),
    // One letter that the layout does not give there.
    `q${typedOn(LAYOUTS.Dvorak, PASSWORD).slice(1)}`,
    // Two layouts in one, mixed case, another code.
    typedOn(LAYOUTS.Russian, PASSWORD.slice(0, 22)) + typedOn(LAYOUTS.Dvorak, PASSWORD.slice(22)),
    `C${PASSWORD.slice(1)}`,
    'A1b2C3d4E5f6A1b2C3d4E5f6A1b2C3d4E5f6',
  ])('is left to the service where it is no password of any layout: %s', (typed) => {
    expect(normaliseSecurityKeyPassword(typed)).toBe(typed);
  });

  it('is left to the service where two layouts would read it differently', () => {
    // These letters of Colemak are places of modhex too, but modhex itself comes first.
    const both = 'hhhhhhhhhhhhhhhhccccccccccccccccbbbbbbbbbbbb';
    expect(normaliseSecurityKeyPassword(both)).toBe(both);
    // Places of Dvorak and of Bépo alike, which mean other keys on each.
    const ambiguous = 'pcdtx'.repeat(8);
    expect(normaliseSecurityKeyPassword(ambiguous)).toBe(ambiguous);
  });
});
