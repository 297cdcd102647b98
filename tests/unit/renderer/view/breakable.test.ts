import { describe, expect, it } from 'vitest';
import { breakable } from '../../../../renderer/view/breakable.ts';
import { LANGUAGES } from '../../../../shared/strings/language.ts';
import { PSEUDO_LANGUAGE, readMessages } from '../../../../scripts/lib/messages.ts';

const JOINT = '\u00ad';

describe('a title', () => {
  it.each([
    ['Sicherheitsschlüssel berühren', `Sicherheits${JOINT}schlüssel berühren`],
    ['Anwendungstyp', 'Anwendungstyp'],
    ['Genehmigungen kommen hier nicht an', 'Genehmigungen kommen hier nicht an'],
    ['For youngsters', 'For youngsters'],
  ])('may break at the joint of a German compound: %s', (title, expected) => {
    expect(breakable(title)).toBe(expected);
  });

  it.each(LANGUAGES.filter((language) => language !== 'de' && language !== PSEUDO_LANGUAGE))(
    'stays as it is in a language without such compounds: %s',
    (language) => {
      for (const text of Object.values(readMessages(language))) expect(breakable(text)).toBe(text);
    },
  );
});
