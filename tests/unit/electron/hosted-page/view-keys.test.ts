import { describe, expect, it } from 'vitest';
import { entersView, ViewKeys, type KeyPress } from '../../../../electron/hosted-page/view-keys.ts';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  type: 'keyDown',
  key,
  shift: false,
  control: false,
  alt: false,
  meta: false,
  ...changes,
});

describe('the keys of a view over the window (SEC-89)', () => {
  it.each(['Escape', 'F6'])('leads out of the hosted page at %s from anywhere', (key) => {
    expect(new ViewKeys().pressed(press(key))).toEqual({ do: 'leave' });
  });

  it.each([
    [false, 'forward'],
    [true, 'backward'],
  ])('asks the hosted page for its end at Tab (Shift: %s)', (shift, direction) => {
    expect(new ViewKeys().pressed(press('Tab', { shift }))).toEqual({ do: 'ask', direction });
  });

  it.each([true, null, undefined, 0, 'false'])(
    'leaves a hosted page that answers %s, so that it does not hold the focus',
    (isEnd) => {
      expect(new ViewKeys().answered(isEnd)).toBe('leave');
    },
  );

  it('gives a Tab within the hosted page to it once', () => {
    const keys = new ViewKeys();
    expect(keys.answered(false)).toBe('press-tab');
    expect(keys.pressed(press('a'))).toEqual({ do: 'pass' });
    expect(keys.pressed(press('Tab'))).toEqual({ do: 'pass' });
    expect(keys.pressed(press('Tab'))).toMatchObject({ do: 'ask' });
  });

  it.each([{ type: 'keyUp' }, { control: true }, { alt: true }, { meta: true }])(
    'leaves a key with %j to the hosted page, and enters the page by none',
    (changes) => {
      for (const key of ['Tab', 'Escape', 'F6'])
        expect(new ViewKeys().pressed(press(key, changes))).toEqual({ do: 'pass' });
      expect(entersView(press('F6', changes))).toBe(false);
    },
  );

  it('leads back into the hosted page at F6 alone', () => {
    expect(['F6', 'Tab', 'Escape'].map((key) => entersView(press(key)))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
