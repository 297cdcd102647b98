/** Parsing of Orca's debug file (tests/reader). The lines are as Orca 43 writes them. */
import { describe, expect, it } from 'vitest';
import { hasLoaded, isIdle, lastFocused, utterances } from '../../reader/support/orca-log.ts';

const KEY_PRESS = `
vvvvv PROCESS ATSPI_KEY_PRESSED_EVENT: 'Return' (36) vvvvv
02:41:29.495288 - DEFAULT: Interrupting presentation
02:41:29.496345 - SPEECH OUTPUT: 'return ' {'established': False}
02:41:29.497000 - TOTAL PROCESSING TIME: 0.0036
^^^^^ PROCESS ATSPI_KEY_PRESSED_EVENT: 'Return' (36) ^^^^^

`;

const said = (text: string): string => `02:41:29.622750 - SPEECH OUTPUT: '${text}'{'established': False}\n`;

describe('the speech of Orca', () => {
  it('is in order, without the echo of keys', () => {
    const log = `02:41:15.746077 - EVENT MANAGER: Activated\n${said("It's open.")}${KEY_PRESS}${said('Starting…')}`;
    expect(utterances(log)).toEqual(["It's open.", 'Starting…']);
  });

  it('may go over lines, and be in a voice of its own', () => {
    const log = `${said('one\ntwo')}02:41:29.7 - x\n02:41:29.700000 - SPEECH OUTPUT: 'A' voice=uppercase{}\n`;
    expect(utterances(log)).toEqual(['one\ntwo', 'A']);
  });

  it('shows where it cut itself off, but not where a key did', () => {
    const log = `${said('One.')}02:41:30.000000 - DEFAULT: Interrupting presentation\n${KEY_PRESS}${said('Two.')}`;
    expect(utterances(log)).toEqual(['One.', null, 'Two.']);
  });
});

describe('Orca is idle', () => {
  const queued = '02:41:29.6 - EVENT MANAGER: Queueing object:x\n';
  const taken = '02:41:29.7 - EVENT MANAGER: Dequeued object:x\n';
  const event = '\nvvvvv PROCESS OBJECT EVENT object:x vvvvv\n';
  const done = '^^^^^ PROCESS OBJECT EVENT object:x ^^^^^\n\n';

  it.each([
    ['without an event', '', true],
    ['while an event is queued', queued, false],
    ['while an event is presented', queued + taken + event, false],
    ['when it has presented it', `${queued}${taken}${event}\n${done}`, true],
    ['when it has dropped the rest', `${queued}${queued}EVENT MANAGER: 2 events pruned. New size: 0\n`, true],
  ])('%s', (_when, log, idle) => {
    expect(isIdle(log)).toBe(idle);
  });
});

describe('a page has loaded', () => {
  const event = (how: string): string =>
    `02:24:34.0 - EVENT MANAGER: ${how} document:load-complete [document web | Log in to Example Desktop] (0,0,Log in)\n`;

  it('when Orca has taken that from its queue', () => {
    expect(hasLoaded(event('Queueing'), 'Log in to')).toBe(false);
    expect(hasLoaded(event('Queueing') + event('Dequeued'), 'Log in to')).toBe(true);
    expect(hasLoaded(event('Dequeued'), 'Passcode')).toBe(false);
  });
});

describe('the focused element', () => {
  it('is the last one that got the focus', () => {
    const event = (name: string, on: number): string =>
      `02:41:29.6 - EVENT MANAGER: object:state-changed:focused for [${name}] in [application | electron] (${on}, 0, 0)\n`;
    expect(lastFocused(event('entry | Code', 1) + event('heading | A', 1) + event('entry | Code', 0))).toBe(
      'heading | A',
    );
    expect(lastFocused('')).toBeUndefined();
  });
});
