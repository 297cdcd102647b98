import { describe, expect, it } from 'vitest';
import { messageArguments, messageTakes } from '../../../../scripts/build/message-arguments.ts';

const MESSAGES = {
  plain: 'Nothing to put in.',
  'with.all': '{name}: {count, plural, one {# {place, select, here {a} other {b}}} other {#}}',
};

describe('the values that messages take', () => {
  it('tells the kind of each value that messages take', () => {
    expect(messageTakes(MESSAGES)).toEqual({
      plain: {},
      'with.all': { name: 'text', count: 'number', place: 'choice' },
    });
  });

  it('refuses to read the values of a text that is no ICU MessageFormat, and names file and key', () => {
    expect(() => messageArguments({ broken: 'Hello {name' })).toThrow(/^en\.json: broken: /);
  });
});
