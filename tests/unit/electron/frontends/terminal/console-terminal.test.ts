import { describe, expect, it } from 'vitest';
import type { ConsoleListener } from '../../../../../electron/frontends/terminal/console-channel.ts';
import { ConsoleTerminal } from '../../../../../electron/frontends/terminal/console-terminal.ts';
import { Screen } from '../../../../support/screen.ts';

const CODE = { hidden: false };
const HIDDEN = { hidden: true };
const NEVER = new AbortController().signal;

/** A console of 40 by 20, and its content. */
function sit({ isPlain = false, codePage = 65001, columns = 40 } = {}) {
  const screen = new Screen(40, 20);
  const asked: boolean[] = [];
  let written = '';
  let listener: ConsoleListener = { onText: () => undefined, onEnd: () => undefined };
  const terminal = new ConsoleTerminal({
    facts: { keysDescriptor: 5, requestsDescriptor: 6, columns, rows: 20, codePage, isStandardInput: true },
    isPlain,
    open: (given) => {
      listener = given;
      return {
        ask: (isAsking) => asked.push(isAsking),
        write: (text) => {
          written += text;
          screen.write(text);
        },
      };
    },
  });
  return {
    terminal,
    screen,
    asked,
    written: () => written,
    keys: (text: string) => {
      listener.onText(text);
    },
    hangUp: () => {
      listener.onEnd();
    },
    /** After the pending drawing. */
    settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

describe('a console of Windows', () => {
  it('shows a line as it is typed and mended, and asks for keys only while it wants them', async () => {
    const at = sit();
    const answer = at.terminal.ask('Code: ', CODE, NEVER);
    expect(at.asked).toEqual([true]);
    at.keys('12x');
    at.keys('\u007f3');
    expect(at.screen.lines).toEqual(['Code: 123']);
    expect(at.screen.cursor).toEqual({ row: 0, column: 9 });
    at.keys('\u0015');
    expect(at.screen.lines.map((line) => line.trimEnd())).toEqual(['Code:']);
    expect(at.screen.cursor).toEqual({ row: 0, column: 6 });
    at.keys('漢\u007f45\n');
    expect(await answer).toBe('45');
    at.terminal.say('after');
    expect(at.screen.lines.map((line) => line.trimEnd())).toEqual(['Code: 45', 'after']);
    expect(at.asked).toEqual([true, false]);
  });

  it('never shows a hidden answer, and discards a partial one', async () => {
    const at = sit();
    const taking = new AbortController();
    const first = at.terminal.ask('Key: ', HIDDEN, taking.signal);
    at.keys('sec');
    taking.abort();
    expect(await first).toBeNull();
    const second = at.terminal.ask('Key: ', HIDDEN, NEVER);
    at.keys('ret\n');
    expect(await second).toBe('ret');
    expect(at.written()).not.toMatch(/sec|ret/);
    expect(at.screen.lines).toEqual(['Key: ', 'Key: ']);
    expect(at.asked).toEqual([true, false, true, false]);
    const half = new AbortController();
    const third = at.terminal.ask('Key: ', HIDDEN, half.signal);
    at.keys('secret');
    half.abort();
    await third;
    void at.terminal.ask('Code: ', CODE, NEVER);
    expect(at.written()).not.toMatch(/secret/);
  });

  it('gives half a line that was seen to the next question, never to a hidden one', async () => {
    const at = sit();
    const half = async (hidden: boolean): Promise<string | null> => {
      const taking = new AbortController();
      const first = at.terminal.ask('One: ', CODE, taking.signal);
      at.keys('half');
      taking.abort();
      await first;
      const second = at.terminal.ask('Two: ', { hidden }, NEVER);
      at.keys('more\n');
      return second;
    };
    expect(await half(false)).toBe('halfmore');
    expect(at.screen.lines).toEqual(['One: half', 'Two: halfmore']);
    expect(await half(true)).toBe('more');
  });

  it('prints messages above the typed text; below it, and the text once more, with --plain', async () => {
    for (const isPlain of [false, true]) {
      const at = sit({ isPlain });
      void at.terminal.ask('Code: ', CODE, NEVER);
      at.keys('12');
      at.terminal.say('One.');
      at.terminal.say('Two.');
      await at.settled();
      at.keys('3');
      const above = isPlain ? ['Code: 12'] : [];
      expect(at.screen.lines.map((line) => line.trimEnd())).toEqual([...above, 'One.', 'Two.', 'Code: 123']);
    }
  });

  it('writes a line that needs two rows once more where it has changed', async () => {
    const at = sit({ columns: 20 });
    void at.terminal.ask('Name: ', CODE, NEVER);
    at.keys('somebody with a name');
    at.keys('\u007f');
    expect(at.written()).toBe('Name: somebody with a name\nName: somebody with a nam');
    at.terminal.say('News.');
    await at.settled();
    expect(at.written()).toMatch(/\nNews\.\nName: somebody with a nam$/);
  });

  it('takes the end of the input, and an end on an empty line, for no answer', async () => {
    const at = sit();
    const first = at.terminal.ask('Code: ', CODE, NEVER);
    at.keys('\u0004');
    expect(await first).toBeNull();
    const second = at.terminal.ask('Code: ', CODE, NEVER);
    at.keys('12');
    at.hangUp();
    expect(await second).toBeNull();
    expect(await at.terminal.ask('Code: ', CODE, NEVER)).toBeNull();
  });

  it('wraps messages by the current size, even if its report arrives in two parts', () => {
    const at = sit();
    const words = 'ten letters and some more';
    at.keys('\u001b[48;20;');
    at.terminal.say(words);
    at.keys('12;0;0t');
    at.terminal.say(words);
    expect(at.screen.lines).toEqual([words, 'ten letters', '  and some', '  more']);
  });

  it('is left on a new line, with no question open', async () => {
    const at = sit();
    const answer = at.terminal.ask('Code: ', CODE, NEVER);
    at.terminal.close();
    at.terminal.close();
    expect(await answer).toBeNull();
    expect(at.written()).toBe('Code: \n');
    expect(at.asked).toEqual([true, false]);
    expect(await at.terminal.ask('Code: ', CODE, NEVER)).toBeNull();
  });

  it('draws a QR code where its code page has blocks, and never with --plain', () => {
    const why = (options: Parameters<typeof sit>[0]) => {
      const picture = sit(options).terminal.qrOf('a');
      return picture.isDrawn ? 'drawn' : picture.why;
    };
    expect(why({})).toBe('drawn');
    expect(why({ codePage: 850 })).toBe('drawn');
    expect(why({ codePage: 1252 })).toBe('unable');
    expect(why({ isPlain: true })).toBe('unwanted');
  });

  it('gets our own marks as ASCII where its code page is not that of UTF-8, and all else as it is', () => {
    const at = sit({ codePage: 850 });
    at.terminal.say('“Größe”… 漢');
    expect(at.screen.lines[0]).toBe('"Größe"... 漢');
  });
});
