/** Recording and judging the speech of a screen reader (tests/reader). */
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../reader/support/languages.ts';
import { faultsOf, linesOf, transcriptOf, type Step } from '../../reader/support/transcript.ts';

const SCREEN = { heading: 'Confirm it is you', instruction: 'Signing in as' };

const step = (...heard: Step['heard']): Step => ({ act: 'Return', screen: SCREEN, heard });

describe('a transcript', () => {
  it('leaves out chatter and masks varying values', () => {
    const heard = [
      'leaving banner.',
      'main content Confirm it is you.',
      'clickable.',
      '13 seconds left, asked at 9:41 AM.',
      'The proxy 127.0.0.1:40003 asks.  Sent to +44********58.',
      null,
      'Focus mode',
    ];
    expect(linesOf(heard)).toEqual([
      'Confirm it is you.',
      'N seconds left, asked at H:MM.',
      'The proxy 127.0.0.1:PORT asks. Sent to +NN****NN.',
      '(cut off)',
    ]);
  });

  it('begins with the first words and drops speech cut off before them', () => {
    expect(linesOf([null, 'clickable.', null, 'Cancel push button.', null])).toEqual([
      'Cancel push button.',
      '(cut off)',
    ]);
    expect(linesOf([null])).toEqual([]);
  });

  it('has a paragraph for each act', () => {
    const steps = [
      step('Confirm it is you.', 'Signing in as alice.'),
      { act: 'Tab', screen: null, heard: [] },
    ];
    expect(transcriptOf('About.', steps)).toBe(
      'About.\n\n> Return -> Confirm it is you\n    Confirm it is you.\n    Signing in as alice.\n\n> Tab\n',
    );
  });
});

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
    expect(said('Identität bestätigen. Anmeldung als alice. Wählen Sie eine von 8 Methoden.')).toEqual([]);
  });

  it('has no English sentence in it, and no piece of one', () => {
    expect(said('Identität bestätigen. Anmeldung als alice. Choose one of 8 methods.')).toEqual([
      'Return: "Choose one of" is said in another language',
    ]);
    expect(said('Identität bestätigen. Anmeldung als alice. Your code: Ready for the code.')).toEqual([
      'Return: "Ready for the code." is said in another language',
    ]);
  });

  it('may hold the words of the service, which come in its own', () => {
    const service = 'Der Dienst meldet: The passcode is wrong. Check the code and try again.';
    expect(said('Identität bestätigen. Anmeldung als alice.', service)).toEqual([]);
  });
});
