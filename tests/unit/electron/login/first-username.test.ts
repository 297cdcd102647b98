import { describe, expect, it } from 'vitest';
import { firstUsername } from '../../../../electron/login/first-username.ts';

const good = (value: string) => ({ ok: true, value });
const bad = (reason: RegExp) => ({ ok: false, error: expect.stringMatching(reason) });

describe('the username to begin with', () => {
  it.each([
    ['ask', null, '', good('')],
    ['ask', null, 'remembered', good('remembered')],
    ['ask', 'given', 'remembered', good('given')],
    ['given', 'given', 'remembered', good('given')],
    ['given', null, 'remembered', bad(/--user is required/)],
    ['os', null, 'remembered', good('CORP\\alice')],
    ['os', 'given', '', bad(/--user is refused/)],
    ['os', 'CORP\\alice', '', bad(/--user is refused/)],
  ] as const)(
    'decides on the first username in the mode "%s" with --user %j and %j remembered',
    (mode, given, remembered, expected) => {
      expect(firstUsername(mode, given, remembered, 'CORP\\alice')).toEqual(expected);
    },
  );
});
