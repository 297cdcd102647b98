/** Judging the speech of a screen reader. Its reading and recording: the transcripts of tests/reader. */
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../reader/support/languages.ts';
import { faultsOf, type Step } from '../../reader/support/transcript.ts';

const SCREEN = { heading: 'Confirm it is you', instruction: 'Signing in as' };

const step = (...heard: Step['heard']): Step => ({ act: 'Return', screen: SCREEN, heard });

describe('a screen', () => {
  it.each<readonly [string, Step['heard'], readonly string[]]>([
    ['said once, whole, heading first, is right', ['Confirm it is you. Signing in as alice.'], []],
    [
      'whose window is named first is right',
      ['Confirm it is you – Gatehouse frame.', 'Confirm it is you. Signing in as alice.'],
      [],
    ],
    ['that is silent is told', ['Focus mode'], ['Return: "Confirm it is you" is silent']],
    [
      'without its heading is told',
      ['Signing in as alice.'],
      ['Return: the heading "Confirm it is you" is not said'],
    ],
    [
      'whose heading is not first is told',
      ['Signing in as alice.', 'Confirm it is you.'],
      ['Return: "Signing in as alice." is said before the heading "Confirm it is you"'],
    ],
    [
      'that does not say the next step is reported',
      ['Confirm it is you.'],
      ['Return: what to do ("Signing in as") is not said'],
    ],
    [
      'whose sentence is said twice is told',
      ['Confirm it is you. Signing in as alice.', 'Signing in as alice.'],
      ['Return: "Signing in as alice" is said twice'],
    ],
  ])('%s', (_what, heard, faults) => {
    expect(faultsOf([step(...heard)])).toEqual(faults);
  });
});

describe('another language', () => {
  const { foreign, screens } = wordsOf('de');
  const said = (...heard: Step['heard']) =>
    faultsOf([{ act: 'Return', screen: screens.methods, heard }], foreign);

  it('is right in its own words', () => {
    expect(
      said('Identität bestätigen. Anmeldung als alice. Wählen Sie eine von 8 Methoden.'),
    ).toEqual([]);
  });

  it('has no English sentence in it, and no piece of one', () => {
    expect(said('Identität bestätigen. Anmeldung als alice. Choose one of 8 methods.')).toEqual([
      'Return: "Choose one of" is said in another language',
    ]);
    expect(
      said('Identität bestätigen. Anmeldung als alice. Your code: Ready for the code.'),
    ).toEqual(['Return: "Ready for the code." is said in another language']);
  });

  it('may hold the words of the service, which come in its own', () => {
    const service = 'Der Dienst meldet: The passcode is wrong. Check the code and try again.';
    expect(said('Identität bestätigen. Anmeldung als alice.', service)).toEqual([]);
  });
});
