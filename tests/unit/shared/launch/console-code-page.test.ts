import { describe, expect, it } from 'vitest';
import { consoleCodePage } from '../../../../shared/launch/console-code-page.ts';

const SWITCH = '--gatehouse-console';
const WHOLE = `${SWITCH}=codepage:850`;

describe('the console argument of the launcher', () => {
  it('is read whole, whatever stands beside it', () => {
    expect(consoleCodePage(['--log-level=3', WHOLE, '--', '--user', 'a'])).toBe(850);
    expect(consoleCodePage([WHOLE])).toBe(850);
  });

  it.each([
    [[]],
    [['--', WHOLE]],
    [[WHOLE, WHOLE]],
    ...['codepage:', 'codepage:-1', 'codepage:850,more:1', 'codepage:123456', '850', ''].map(
      (words) => [[`${SWITCH}=${words}`]],
    ),
  ])('is ignored in any other form, place or number: %j', (argv) => {
    expect(consoleCodePage(argv)).toBeNull();
  });
});
