import { describe, expect, it } from 'vitest';
import { messageArguments, messageTakes } from '../../../../scripts/lib/message-arguments.ts';

const MESSAGES = {
  plain: 'Nothing to put in.',
  'with.all': '{name}: {count, plural, one {# {place, select, here {a} other {b}}} other {#}}',
};

describe('the values that messages take', () => {
  it('have a kind for authors of custom messages', () => {
    expect(messageTakes(MESSAGES)).toEqual({
      plain: {},
      'with.all': { name: 'text', count: 'number', place: 'choice' },
    });
  });

  it('are not read from a text that is no ICU MessageFormat: file and key are named', () => {
    expect(() => messageArguments({ broken: 'Hello {name' })).toThrow(/^en\.json: broken: /);
  });
});
