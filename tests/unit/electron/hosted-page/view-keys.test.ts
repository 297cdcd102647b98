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

describe('SEC-89: the keys of a view over the window', () => {
  it.each(['Escape', 'F6'])('%s leads out from anywhere', (key) => {
    expect(new ViewKeys().pressed(press(key))).toEqual({ do: 'leave' });
  });

  it.each([
    [false, 'forward'],
    [true, 'backward'],
  ])('Tab asks the page for its end (Shift: %s)', (shift, direction) => {
    expect(new ViewKeys().pressed(press('Tab', { shift }))).toEqual({ do: 'ask', direction });
  });

  it.each([true, null, undefined, 0, 'false'])(
    'a page that answers %s does not hold the focus',
    (isEnd) => {
      expect(new ViewKeys().answered(isEnd)).toBe('leave');
    },
  );

  it('a Tab within the page is given to it once', () => {
    const keys = new ViewKeys();
    expect(keys.answered(false)).toBe('press-tab');
    expect(keys.pressed(press('a'))).toEqual({ do: 'pass' });
    expect(keys.pressed(press('Tab'))).toEqual({ do: 'pass' });
    expect(keys.pressed(press('Tab'))).toMatchObject({ do: 'ask' });
  });

  it.each([{ type: 'keyUp' }, { control: true }, { alt: true }, { meta: true }])(
    'with %j a key is the page’s, and does not lead in',
    (changes) => {
      for (const key of ['Tab', 'Escape', 'F6'])
        expect(new ViewKeys().pressed(press(key, changes))).toEqual({ do: 'pass' });
      expect(entersView(press('F6', changes))).toBe(false);
    },
  );

  it('F6 alone leads back in', () => {
    expect(['F6', 'Tab', 'Escape'].map((key) => entersView(press(key)))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
