import { describe, expect, it } from 'vitest';
import { consoleFacts } from '../../../../shared/launch/console-facts.ts';

const SWITCH = '--gatehouse-console';
const WHOLE = `${SWITCH}=keys:5,requests:6,size:80x25,codepage:850,stdin:console`;
const FACTS = {
  keysDescriptor: 5,
  requestsDescriptor: 6,
  columns: 80,
  rows: 25,
  codePage: 850,
  isStandardInput: true,
};

describe('the console argument of the launcher', () => {
  it('is read whole, whatever stands beside it', () => {
    expect(consoleFacts(['--log-level=3', WHOLE, '--', '--user', 'a'])).toEqual(FACTS);
    expect(consoleFacts([WHOLE])).toEqual(FACTS);
    const redirected = WHOLE.replace('stdin:console', 'stdin:other');
    expect(consoleFacts([redirected])).toEqual({ ...FACTS, isStandardInput: false });
  });

  it.each([
    [[]],
    [['--', WHOLE]],
    [[WHOLE, WHOLE]],
    ...[
      'keys:5,requests:6,size:80x25,stdin:console',
      'keys:5,requests:5,size:80x25,codepage:850,stdin:console',
      'keys:2,requests:6,size:80x25,codepage:850,stdin:console',
      'keys:5,requests:10,size:80x25,codepage:850,stdin:console',
      'keys:5,requests:6,size:-1x25,codepage:850,stdin:console',
      'keys:5,requests:6,size:80x25,codepage:850,stdin:console,more:1',
      'keys:5,requests:6,size:80x25,codepage:850',
      'keys:5,requests:6,size:80x25,codepage:850,stdin:yes',
      '',
    ].map((words) => [[`${SWITCH}=${words}`]]),
  ])('is ignored in any other form, place or number: %j', (argv) => {
    expect(consoleFacts(argv)).toBeNull();
  });
});
