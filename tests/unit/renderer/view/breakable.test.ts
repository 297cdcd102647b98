import { describe, expect, it } from 'vitest';
import { breakable } from '../../../../renderer/view/breakable.ts';
import { LANGUAGES } from '../../../../shared/strings/language.ts';
import { PSEUDO_LANGUAGE, readMessages } from '../../../../scripts/build/messages.ts';

const JOINT = '\u00ad';

describe('a title', () => {
  it.each([
    ['Sicherheitsschlüssel berühren', `Sicherheits${JOINT}schlüssel berühren`],
    ['Anwendungstyp', 'Anwendungstyp'],
    ['Genehmigungen kommen hier nicht an', 'Genehmigungen kommen hier nicht an'],
    ['For youngsters', 'For youngsters'],
  ])('breaks a title at the joint of a German compound alone: %s', (title, expected) => {
    expect(breakable(title)).toBe(expected);
  });

  it.each(LANGUAGES.filter((language) => language !== 'de' && language !== PSEUDO_LANGUAGE))(
    'keeps a title whole in a language without such compounds: %s',
    (language) => {
      for (const text of Object.values(readMessages(language))) expect(breakable(text)).toBe(text);
    },
  );
});
