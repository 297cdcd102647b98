/**
 * Judging the speech of a screen reader. Its reading and recording: the transcripts of
 * tests/reader.
 */
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../reader/support/languages.ts';
import { faultsOf, type Step } from '../../reader/support/transcript.ts';

const SCREEN = { heading: 'Confirm it is you', instruction: 'Signing in as' };

const step = (...heard: Step['heard']): Step => ({ act: 'Return', screen: SCREEN, heard });

describe('a screen', () => {
  it.each<readonly [string, Step['heard']]>([
    ['that is said once, whole, heading first', ['Confirm it is you. Signing in as alice.']],
    [
      'whose window is named first',
      ['Confirm it is you – Gatehouse frame.', 'Confirm it is you. Signing in as alice.'],
    ],
  ])('finds no fault in a screen %s', (_what, heard) => {
    expect(faultsOf([step(...heard)])).toEqual([]);
  });

  it.each<readonly [string, Step['heard'], string]>([
    ['that is silent', ['Focus mode'], 'Return: "Confirm it is you" is silent'],
    [
      'without its heading',
      ['Signing in as alice.'],
      'Return: the heading "Confirm it is you" is not said',
    ],
    [
      'whose heading is not first',
      ['Signing in as alice.', 'Confirm it is you.'],
      'Return: "Signing in as alice." is said before the heading "Confirm it is you"',
    ],
    [
      'that does not say the next step',
      ['Confirm it is you.'],
      'Return: what to do ("Signing in as") is not said',
    ],
    [
      'whose sentence is said twice',
      ['Confirm it is you. Signing in as alice.', 'Signing in as alice.'],
      'Return: "Signing in as alice" is said twice',
    ],
  ])('tells the fault of a screen %s', (_what, heard, fault) => {
    expect(faultsOf([step(...heard)])).toEqual([fault]);
  });
});

describe('another language', () => {
  const { foreign, screens } = wordsOf('de');
  const said = (...heard: Step['heard']) =>
    faultsOf([{ act: 'Return', screen: screens.methods, heard }], foreign);

  it('finds no fault in another language in its own words', () => {
    expect(
      said('Identität bestätigen. Anmeldung als alice. Wählen Sie eine von 8 Methoden.'),
    ).toEqual([]);
  });

  it('tells an English sentence in another language, and a piece of one', () => {
    expect(said('Identität bestätigen. Anmeldung als alice. Choose one of 8 methods.')).toEqual([
      'Return: "Choose one of" is said in another language',
    ]);
    expect(
      said('Identität bestätigen. Anmeldung als alice. Your code: Ready for the code.'),
    ).toEqual(['Return: "Ready for the code." is said in another language']);
  });

  it('allows in another language the words of the service, which come in its own', () => {
    const service = 'Der Dienst meldet: The passcode is wrong. Check the code and try again.';
    expect(said('Identität bestätigen. Anmeldung als alice.', service)).toEqual([]);
  });
});
