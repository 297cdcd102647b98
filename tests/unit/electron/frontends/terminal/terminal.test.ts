import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../support/eventually.ts';
import { Screen } from '../../../../support/display/terminal-screen.ts';
import { ROOT } from '../../../../../scripts/lib/repository-files.ts';
import { enTerminal } from '../../../../support/strings.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();
const running: ChildProcess[] = [];
// A terminal that goes takes its program with it.
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const MODULE = JSON.stringify(join(ROOT, 'electron/frontends/terminal/terminal.ts'));
const STILL_COUNTS = JSON.stringify(enTerminal.formatMessage('terminal.still-counts'));

/** A program with `terminal` open, and `mode()`: whether the terminal echoes now. */
const program = (body: string): string => `
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { openTerminal } from ${MODULE};
const drawing = { isPlain: false, stillCountsMessage: ${STILL_COUNTS} };
const plainly = { ...drawing, isPlain: true };
const terminal = openTerminal(drawing);
const never = new AbortController().signal;
const mode = () => {
  const stdio = [openSync('/dev/tty', 'r'), 'pipe', 'ignore'];
  const words = execFileSync('stty', ['-a'], { stdio, encoding: 'utf8' }).split(/[\\s;]+/);
  return ['icanon', 'echo', 'isig'].map((name) => (words.includes(name) ? name : '-' + name)).join(' ');
};
${body}
`;

type Sitting = Readonly<{
  /** Everything that the terminal showed. */
  shown: () => string;
  keys: (typed: string) => void;
  /** Waits until the terminal shows this. */
  shows: (words: string) => Promise<void>;
  /**
   * Sends a signal to the program, which has said its process identifier: once it listens to
   * signals.
   */
  signal: (name: NodeJS.Signals) => void;
  /** The exit code of the program. */
  ended: Promise<number | null>;
}>;

/**
 * Runs a program on a terminal of its own, and sits at it. `wrapped`: a command that starts the
 * program.
 */
function sitAt(
  body: string,
  env: Readonly<Record<string, string>> = { LC_ALL: 'C.UTF-8' },
  wrapped = '',
): Sitting {
  const file = temp.write(join(temp.folder(), 'program.ts'), program(body));
  const command = `stty cols 120 rows 60; exec ${wrapped} "${process.execPath}" --disable-warning=ExperimentalWarning "${file}"`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    // Whatever terminal the tests are started on, if any.
    env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'xterm', ...env },
  });
  running.push(child);
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    shown: () => shown,
    keys: (typed) => child.stdin.write(typed),
    shows: (words) =>
      eventually(words, () => shown.includes(words)).catch((error: unknown) => {
        throw new Error(`${String(error)} in ${JSON.stringify(shown)}`);
      }),
    signal: (name) => process.kill(Number(/(?:pid|shell)=(\d+)\./.exec(shown)?.[1]), name),
    ended,
  };
}

const COOKED = 'icanon echo isig';

describe.skipIf(process.platform !== 'linux')('the controlling terminal', () => {
  it('echoes the line that it asks for on the terminal, and returns it as edited', async () => {
    const at = sitAt(`
      const line = await terminal.ask('Code: ', { isHidden: false }, never);
      terminal.print('got ' + line.length + line.slice(-2));
      terminal.close();`);
    await at.shows('Code: ');
    at.keys('12349\u007f5\r');
    expect(await at.ended).toBe(0);
    expect(at.shown()).toContain('Code: 12349');
    expect(at.shown()).toContain('got 545');
  });

  it('does not echo a hidden line, and restores the terminal’s mode', async () => {
    const at = sitAt(`
      terminal.print('before ' + mode());
      const asked = terminal.ask('Key: ', { isHidden: true }, never);
      terminal.print('meanwhile ' + mode());
      const line = await asked;
      terminal.print('after ' + mode() + ' ' + line.length + line.slice(-3));
      terminal.close();`);
    await at.shows('meanwhile -icanon -echo -isig\r\nKey: ');
    at.keys('cccjgx\u007fjhk\r');
    expect(await at.ended).toBe(0);
    expect(at.shown()).not.toContain('cccj');
    expect(at.shown()).toContain(`before ${COOKED}`);
    expect(at.shown()).toContain(`after ${COOKED} 8jhk`);
  });

  it('loses no line typed ahead on the terminal, and reads each only when asked', async () => {
    const at = sitAt(`
      const alive = setInterval(() => undefined, 60_000);
      const typed = new Promise((resolve) => process.once('SIGUSR1', resolve));
      terminal.print('pid=' + process.pid + '.');
      await typed;
      clearInterval(alive);
      const lines = [];
      for (const hidden of [false, false, true, false])
        lines.push(await terminal.ask('? ', { isHidden: hidden }, never));
      terminal.print('got ' + lines.join('|'));
      terminal.close();`);
    await at.shows('pid=');
    at.keys('one\rtwo\rthree\rfour\r');
    // The kernel echoes what it has, asked for or not.
    await at.shows('four\r\n');
    at.signal('SIGUSR1');
    expect(await at.ended).toBe(0);
    expect(at.shown()).toContain('got one|two|three|four');
  });

  it('loses no line that came behind a hidden one', async () => {
    const at = sitAt(`
      const lines = [];
      for (const hidden of [true, false, true, false])
        lines.push(await terminal.ask('? ', { isHidden: hidden }, never));
      terminal.print('got ' + lines.join('|'));
      terminal.close();`);
    await at.shows('? ');
    at.keys('one\rtwo\rthree\rfour\r');
    expect(await at.ended).toBe(0);
    expect(at.shown()).toContain('got one|two|three|four');
  });

  it.each([
    ['shown', false],
    ['hidden', true],
  ])(
    'returns a pasted, %s line without the brackets of the paste and without arrow keys',
    async (_what, hidden) => {
      const at = sitAt(`
      const line = await terminal.ask('Code: ', { isHidden: ${String(hidden)} }, never);
      terminal.print('got ' + JSON.stringify(line));
      terminal.close();`);
      await at.shows('Code: ');
      at.keys('\u001b[200~12345\u001b[201~\u001b[D6\r');
      expect(await at.ended).toBe(0);
      expect(at.shown()).toContain('got "123456"');
    },
  );

  it.each(['[1secret', '[A', 'Ob', ']x\\'])(
    'keeps every letter of %s, typed on a hidden line after an Escape key',
    async (line) => {
      const at = sitAt(`
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (act, ms) =>
        setTimeout(() => {
          act();
          setImmediate(() => process.stderr.write('waited.'));
        }, ms);
      const line = await terminal.ask('Key: ', { isHidden: true }, never);
      terminal.print('got ' + JSON.stringify(line));
      terminal.close();`);
      await at.shows('Key: ');
      at.keys('a\u001b');
      await at.shows('waited.');
      at.keys(`${line}\r`);
      await at.shows(`got ${JSON.stringify(`a${line}`)}`);
    },
  );

  /** Waits, without reading, until `goOn`; closes the terminal; lets the next program read a line. */
  function readNext(): Readonly<{ body: string; goOn: () => void }> {
    const gate = join(temp.folder(), 'go-on');
    execFileSync('mkfifo', [gate]);
    const script = 'IFS= read -r line; echo "next <$line>" >/dev/tty';
    const body = `
      execFileSync('cat', [${JSON.stringify(gate)}]);
      terminal.close();
      process.stderr.write('closed ' + mode() + '.');
      const stdio = [openSync('/dev/tty', 'r'), 'ignore', 'inherit'];
      execFileSync('sh', ['-c', ${JSON.stringify(script)}], { stdio });`;
    return { body, goOn: () => writeFileSync(gate, '') };
  }

  it('discards the lines that were pasted behind the answer, and half a line', async () => {
    const { body, goOn } = readNext();
    const at = sitAt(`
      terminal.print('got ' + (await terminal.ask('Code: ', { isHidden: false }, never)));
      ${body}`);
    await at.shows('Code: ');
    at.keys('123456\rtouch x\r\u0004half');
    await at.shows('got 123456');
    await at.shows('half');
    goOn();
    await at.shows(`closed ${COOKED}.`);
    at.keys('own\r');
    await at.shows('next <own>');
    expect(await at.ended).toBe(0);
  });

  it('discards the lines that came behind a hidden answer', async () => {
    const { body, goOn } = readNext();
    const at = sitAt(`
      terminal.print('got ' + (await terminal.ask('Key: ', { isHidden: true }, never)).length);
      ${body}`);
    await at.shows('Key: ');
    at.keys('123456\rtouch x\r');
    await at.shows('got 6');
    at.keys('touch y\rhalf');
    await at.shows('half');
    goOn();
    await at.shows(`closed ${COOKED}.`);
    at.keys('own\r');
    await at.shows('next <own>');
    expect(await at.ended).toBe(0);
  });

  it('closes the terminal all the same if it can open no more files to discard input with', async () => {
    const body = `
      await terminal.ask('Code: ', { isHidden: false }, never);
      const held = [];
      try {
        for (;;) held.push(openSync('/dev/null', 'r'));
      } catch {}
      closeSync(held.pop());
      terminal.close();
      process.stderr.write('closed');`;
    const at = sitAt(body, {}, `sh -c 'ulimit -n 200; exec "$@"' sh`);
    await at.shows('Code: ');
    at.keys('123456\r');
    expect(await at.ended, at.shown()).toBe(0);
    expect(at.shown()).toContain('closed');
  });

  it('leaves what was typed to the next program if it read no line', async () => {
    const { body, goOn } = readNext();
    const at = sitAt(`
      void terminal.ask('Choice: ', { isHidden: false }, never);
      ${body}`);
    await at.shows('Choice: ');
    at.keys('half');
    await at.shows('half');
    goOn();
    await at.shows('closed');
    at.keys(' a line\r');
    await at.shows('next <half a line>');
    expect(await at.ended).toBe(0);
  });

  it('discards typed input once, and leaves what is typed after that to the next program', async () => {
    const { body, goOn } = readNext();
    const at = sitAt(`
      await terminal.ask('Code: ', { isHidden: false }, never);
      terminal.discardInput();
      terminal.print('confirmed');
      ${body}`);
    await at.shows('Code: ');
    at.keys('123456\r');
    await at.shows('confirmed');
    at.keys('own\r');
    await at.shows('own');
    goOn();
    await at.shows('next <own>');
    expect(await at.ended).toBe(0);
  });

  it('closes the terminal in the background without being stopped', async () => {
    const body = `
      terminal.print('pid=' + process.pid + '.');
      await terminal.ask('Code: ', { isHidden: false }, never);
      terminal.print('answered');
      await new Promise((resolve) => process.once('SIGUSR1', resolve));
      terminal.close();
      process.stderr.write('closed');`;
    const wrapped = `bash --norc --noprofile -i -c 'set -m; "$@"; echo "stopped with $?"; bg; wait %1' bash`;
    const at = sitAt(body, {}, wrapped);
    await at.shows('Code: ');
    at.keys('123456\r');
    await at.shows('answered');
    at.keys('\u001a');
    await at.shows('stopped with 148');
    at.signal('SIGUSR1');
    await at.shows('closed');
    expect(await at.ended).toBe(0);
  });

  it('takes a question back, keeps the line that is being typed for the next one, and drops a hidden one', async () => {
    const at = sitAt(
      `
      const { emit } = ReadStream.prototype;
      ReadStream.prototype.emit = function (name, ...values) {
        const isHeard = emit.call(this, name, ...values);
        if (name === 'data') process.stderr.write('[read]');
        return isHeard;
      };
      const [first, next] = [new AbortController(), new AbortController()];
      const questions = [first, next];
      process.on('SIGUSR1', () => questions.shift().abort());
      terminal.print('pid=' + process.pid + '.');
      await terminal.ask('First: ', { isHidden: true }, first.signal);
      terminal.print('taken back ' + mode());
      await terminal.ask('Second: ', { isHidden: false }, next.signal);
      terminal.print('taken back again');
      terminal.print('got ' + (await terminal.ask('Third: ', { isHidden: false }, never)));
      terminal.close();`,
    );
    await at.shows('First: ');
    at.keys('secret');
    await at.shows('[read]');
    at.signal('SIGUSR1');
    await at.shows(`taken back ${COOKED}`);
    await at.shows('Second: ');
    at.keys('ab');
    await at.shows('Second: ab');
    at.signal('SIGUSR1');
    await at.shows('Third: ');
    at.keys('cd\r');
    expect(await at.ended).toBe(0);
    expect(at.shown()).toContain('What you typed is kept. Press Ctrl-R to see it.\r\nThird: ');
    expect(at.shown()).toContain('got abcd');
  });

  /** Says two lines in the middle of an answer. */
  const INTERRUPTED = `
    process.once('SIGUSR1', () => {
      terminal.print('one');
      terminal.print('two');
    });
    terminal.print('pid=' + process.pid + '.');
    terminal.print('got ' + (await terminal.ask('Code: ', { isHidden: false }, never)));
    terminal.close();`;

  async function interrupt(at: Sitting): Promise<void> {
    await at.shows('Code: ');
    at.keys('12x\u007f');
    await at.shows('12x\b \b');
    at.signal('SIGUSR1');
    await at.shows('two');
  }

  it('prints a message above the question and the typed text, which stay unchanged', async () => {
    const at = sitAt(INTERRUPTED, { LC_ALL: 'C.UTF-8', TERM: 'xterm' });
    await interrupt(at);
    at.keys('3\r');
    expect(await at.ended).toBe(0);
    const screen = new Screen(120, 60);
    screen.write(at.shown().replaceAll('x\b \b', ''));
    expect(screen.lines.slice(1)).toEqual(['one', 'two', 'Code: 123', 'got 123']);
  });

  it.each([
    ['without UTF-8', { TERM: 'xterm', LC_ALL: 'C' }, 'openTerminal(drawing)'],
    ['set to be plain', { TERM: 'xterm', LC_ALL: 'C.UTF-8' }, 'openTerminal(plainly)'],
  ])(
    'prints a message below the question on a terminal %s, repeats the question and says that typed text is kept',
    async (_what, env, open) => {
      const at = sitAt(
        INTERRUPTED.replace(/^/, `terminal.close(); {const terminal = ${open};`) + '}',
        env,
      );
      await interrupt(at);
      const said = 'one\r\ntwo\r\nWhat you typed is kept. Press Ctrl-R to see it.\r\nCode: ';
      await at.shows(said);
      // It is the kernel that shows it.
      at.keys('\u0012');
      await at.shows(`${said}^R\r\n12`);
      at.keys('3\r');
      expect(await at.ended).toBe(0);
      expect(at.shown()).toContain('got 123');
      expect(at.shown()).not.toContain('\u001b');
    },
  );

  it('says once per question that typed text is kept, however many messages follow', async () => {
    const at = sitAt(
      `
      process.on('SIGUSR1', () => terminal.print('news'));
      terminal.print('pid=' + process.pid + '.');
      terminal.print('got ' + (await terminal.ask('Code: ', { isHidden: false }, never)));
      terminal.print('got ' + (await terminal.ask('Next: ', { isHidden: false }, never)));
      terminal.close();`,
      { LC_ALL: 'C' },
    );
    await at.shows('Code: ');
    const kept = 'What you typed is kept. Press Ctrl-R to see it.';
    at.keys('1');
    await at.shows('Code: 1');
    at.signal('SIGUSR1');
    await at.shows(`Code: 1\r\nnews\r\n${kept}\r\nCode: `);
    at.signal('SIGUSR1');
    await at.shows('Code: \r\nnews\r\nCode: ');
    at.keys('2\r');
    await at.shows('got 12\r\nNext: ');
    // Another line, about which it was not said yet.
    at.signal('SIGUSR1');
    await at.shows(`Next: \r\nnews\r\n${kept}\r\nNext: `);
    at.keys('\r');
    expect(await at.ended).toBe(0);
  });

  it('draws no QR code on a terminal that is set to plain', async () => {
    const at = sitAt(`
      const plain = openTerminal(plainly);
      plain.print(JSON.stringify(plain.qrOf('qr:text')));
      plain.close();
      terminal.close();`);
    expect(await at.ended).toBe(0);
    expect(at.shown()).toContain('{"isDrawn":false,"why":"unwanted"}');
  });

  it('asks again when the program goes on after it was stopped', async () => {
    const at = sitAt(`
      terminal.print('pid=' + process.pid + '.');
      await terminal.ask('Code: ', { isHidden: false }, never);
      terminal.close();`);
    await at.shows('Code: ');
    at.signal('SIGCONT');
    await at.shows('Code: Code: ');
    at.keys('1\r');
    expect(await at.ended).toBe(0);
  });

  it.each([
    ['on a shown line, for the next question too', false],
    ['on a hidden line', true],
  ])('ends the input at Ctrl-D %s', async (_where, hidden) => {
    const at = sitAt(`
      const answers = [];
      for (let count = 0; count < 2; count += 1)
        answers.push(await terminal.ask('? ', { isHidden: ${String(hidden)} && count === 0 }, never));
      terminal.print('got ' + JSON.stringify(answers));
      terminal.close();`);
    await at.shows('? ');
    at.keys('\u0004');
    if (hidden) {
      await at.shows('? \r\n? ');
      at.keys('\u0004');
    }
    expect(await at.ended).toBe(0);
    expect(at.shown()).toContain('got [null,null]');
  });

  it('ends the input when the terminal hangs up', async () => {
    const folder = temp.folder();
    const seen = join(folder, 'seen');
    const file = temp.write(
      join(folder, 'program.ts'),
      program(`
        const { writeFileSync } = await import('node:fs');
        process.on('SIGHUP', () => undefined);
        const asked = terminal.ask('? ', { isHidden: false }, never);
        process.stdout.write('ready');
        writeFileSync(${JSON.stringify(seen)}, JSON.stringify(await asked));
        terminal.print('nobody reads this');
        terminal.close();`),
    );
    const child = spawn('script', ['-qec', `exec "${process.execPath}" "${file}"`, '/dev/null']);
    running.push(child);
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    await eventually('the question', () => shown.includes('ready'));
    child.kill('SIGKILL');
    await eventually('the end', () => existsSync(seen) && readFileSync(seen, 'utf8') !== '');
    expect(readFileSync(seen, 'utf8')).toBe('null');
  });

  it.each([
    ['\u0003', 'SIGINT', 130],
    ['\u001c', 'SIGQUIT', 131],
  ])(
    'takes %j for %s while something hidden is typed, and restores the mode',
    async (key, signal, code) => {
      const at = sitAt(`
      process.on('${signal}', () => {
        terminal.close();
        process.stderr.write('signal ' + mode());
        process.exit(${String(code)});
      });
      await terminal.ask('Key: ', { isHidden: true }, never);`);
      await at.shows('Key: ');
      at.keys(`abc${key}`);
      expect(await at.ended).toBe(code);
      expect(at.shown()).toContain(`signal ${COOKED}`);
    },
  );

  it('restores the mode when the process exits in the middle of a hidden answer, and holds the exit up for no read', async () => {
    const at = sitAt(`
      process.on('SIGTERM', () => process.exit(7));
      terminal.print('pid=' + process.pid + '.');
      const asked = terminal.ask('Key: ', { isHidden: true }, never);
      process.on('exit', () => process.stderr.write('exit ' + mode()));
      await asked;`);
    await at.shows('Key: ');
    at.signal('SIGTERM');
    expect(await at.ended).toBe(7);
    expect(at.shown()).toContain(`exit ${COOKED}`);
  });

  const PICTURE_AND_MARKS = `
    const picture = terminal.qrOf('qr:text');
    if (picture.isDrawn) terminal.draw(picture.lines);
    terminal.print('“it’s”…');
    terminal.close();`;

  it('draws a QR code and typographic marks on a terminal that takes UTF-8', async () => {
    const able = sitAt(PICTURE_AND_MARKS);
    expect(await able.ended).toBe(0);
    expect(able.shown()).toContain('\u001b[97;40m████');
    expect(able.shown()).toContain('“it’s”…');
  });

  it('draws no QR code and writes plain marks on a terminal without UTF-8', async () => {
    const plain = sitAt(PICTURE_AND_MARKS, { LC_ALL: 'C' });
    expect(await plain.ended).toBe(0);
    expect(plain.shown()).toBe('"it\'s"...\r\n');
  });

  it('lets no letter begin a sequence on a terminal of eight bits', async () => {
    // The bytes of these letters would.
    const foreign = `
      terminal.print('\\u015b2J ' + '…'.repeat(39) + ' x');
      await terminal.ask('\\u015b? ', { isHidden: false }, AbortSignal.timeout(10));
      terminal.close();`;
    const eightBits = sitAt(foreign, { LC_ALL: 'C' });
    expect(await eightBits.ended).toBe(0);
    expect(eightBits.shown()).toBe(`?2J\r\n  ${'...'.repeat(39)}\r\n  x\r\n?? \r\n`);
  });

  it('draws no QR code on a dumb terminal', async () => {
    const dumb = sitAt(PICTURE_AND_MARKS, { LC_ALL: 'C.UTF-8', TERM: 'dumb' });
    expect(await dumb.ended).toBe(0);
    expect(dumb.shown()).toBe('“it’s”…\r\n');
  });

  it('opens no terminal for a process without one', async () => {
    const body = `process.exitCode = openTerminal(drawing) === null ? 5 : 6;`;
    const file = temp.write(join(temp.folder(), 'program.ts'), program(body));
    const child = spawn(process.execPath, [file], { detached: true, stdio: 'ignore' });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(5);
  });
});
