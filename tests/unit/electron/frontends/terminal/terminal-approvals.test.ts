import { describe, expect, it } from 'vitest';
import { policyWith, WRONG_CODE } from '../../../../support/login-fixtures.ts';
import { settled } from '../../../../support/fake-engine.ts';
import { begin, choosing, NOTHING, waiting } from './terminal-sitting.ts';

const NOT_STARTED = 'If you did not start this sign-in, type “n”.';
const SILENCE = 'No response so far. Other methods: Click a link in an email. Type “o” to choose one.';

describe('an approval', () => {
  it('n: it was not started by this person, which is an end', async () => {
    const { engine, terminal, outcomes } = await waiting('push', ['email'], {
      help: 'Ask the help desk: 4711',
    });
    terminal.news();
    await terminal.type('N');
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'not-started-by-person' });
    expect(outcomes).toMatchObject([{ outcome: 'denied', reason: 'not-started-by-person', method: 'push' }]);
    expect(terminal.news()).toEqual([
      '',
      'You did not start this sign-in',
      'The sign-in was stopped. Nobody was signed in.',
      'Somebody else may know your password. Change it, and tell your administrator now. Approve only what you started yourself.',
      'Reference: not-started-by-person (person: push)',
      'Ask the help desk: 4711',
    ]);
    expect(terminal.asked).toBeNull();
    expect(() => engine.eventChannel).toThrow('no event channel is open');
  });

  it('takes a code from the app beside a push, not every answer for one', async () => {
    const { engine, terminal } = await waiting('push', ['totp']);
    expect(terminal.written.at(-2)).toBe(
      'Type a code from your app, a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.',
    );
    terminal.news();
    for (const answer of ['yes', '1', '12']) {
      await terminal.type(answer);
      expect(terminal.news()[0]).toBe('That is not one of the choices.');
      expect(engine.view.screen).toBe('approval');
    }
    await terminal.type('918 273');
    expect(engine.last('selectMethod').given[1]).toBe('totp');
    await engine.last('selectMethod').answer({
      method: 'totp',
      qrText: null,
      codeLength: 6,
      phoneNumber: null,
      keyToken: null,
    });
    expect(engine.last('confirmCode').given[1]).toBe('918273');
    await engine.last('confirmCode').fail(WRONG_CODE);
    expect(terminal.news().slice(-2)[0]).toContain('Type the code');
    expect(engine.view).toMatchObject({ screen: 'code', problem: { kind: 'wrong' } });
  });

  it('takes no code where none is offered', async () => {
    const { engine, terminal } = await waiting('push', ['email']);
    terminal.news();
    await terminal.type('918273');
    expect(terminal.news()[0]).toBe('That is not one of the choices.');
    expect(engine.view.screen).toBe('approval');
  });

  it('n: nothing where nothing was sent', async () => {
    const { engine, terminal } = await waiting('qrcode');
    expect(terminal.written).not.toContain(NOT_STARTED);
    terminal.news();
    await terminal.type('n');
    expect(terminal.news()[0]).toBe('That is not one of the choices.');
    expect(engine.view.screen).toBe('qr');
  });

  it('names the other methods after silence, once', async () => {
    const { engine, terminal } = await waiting('push');
    terminal.news();
    engine.clock.advance(24_999);
    expect(terminal.news()).toEqual([]);
    engine.clock.advance(1);
    expect(terminal.news()).toEqual([SILENCE]);
    engine.clock.advance(20_000);
    expect(terminal.news()).toEqual([]);
  });

  it('says nothing of a connection that is back at once', async () => {
    const { engine, terminal } = await waiting('email');
    terminal.news();
    const { handlers } = engine.eventChannel;
    handlers.onLost('one');
    engine.clock.advance(1_999);
    handlers.onConfirmed(false);
    engine.clock.advance(10_000);
    expect(terminal.news()).toEqual([]);
  });

  it('is taken while a question stands', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    expect(terminal.news().slice(-12)).toEqual([
      'Approve on your phone',
      'A request was sent to your phone.',
      'Open your app and tap “Approve”.',
      'Your phone should show:',
      '  Application: Payroll',
      '  This computer: desk-7',
      expect.stringMatching(/^ {2}Asked at: \d/),
      'If the details are different, tap “Deny”.',
      NOT_STARTED,
      'Less than 2 minutes left.',
      'Type a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.',
      'Your choice: ',
    ]);
    await engine.approve();
    expect(terminal.asked).toBeNull();
    expect(terminal.news()).toEqual([
      'Response received. Checking it with the service.',
      'alice is confirmed for Payroll, Northwind.',
    ]);
    expect(outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('of a QR code: text and time before the picture, and nothing behind it but what may be typed', async () => {
    const { terminal } = await waiting('qrcode');
    expect(terminal.written.slice(-8)).toEqual([
      'Scan with your phone',
      'The QR code is shown.',
      'Open your app and scan this QR code.',
      'The same as text: qr:text',
      'Less than 2 minutes left.',
      '[qr:text]',
      'Type a (New code), o (other methods), m (more time) or q (quit) and press Enter.',
      'Your choice: ',
    ]);
  });

  it.each([
    [
      { columns: 41, rows: 23 },
      'This terminal is too small for the QR code: it needs 23 lines of 41 columns.',
    ],
    ['unable', 'This terminal cannot show the QR code.'],
    ['unwanted', 'The QR code is left out.'],
  ] as const)(
    'of a QR code that cannot be drawn (%o): its text, and no word of a picture to scan',
    async (why, said) => {
      const run = await choosing(['qrcode', 'email']);
      run.terminal.qr = () => ({ isDrawn: false, why });
      const start = async (): Promise<readonly string[]> => {
        run.terminal.news();
        await run.engine
          .last('selectMethod')
          .answer({ ...NOTHING, method: 'qrcode', qrText: 'qr:text', codeLength: null });
        return run.terminal.news();
      };
      await run.terminal.type('1');
      const first = await start();
      expect(first.slice(0, 6)).toEqual([
        '',
        'Scan with your phone',
        said,
        'Open this on your phone instead: qr:text',
        'Or choose another method: type “o”.',
        'Less than 2 minutes left.',
      ]);
      run.engine.clock.advance(60_000);
      await run.terminal.type('a');
      const again = await start();
      expect(again).toContain('Open this on your phone instead: qr:text');
      expect([...first, ...again].join('\n')).not.toMatch(/scan this QR code|is shown|\[qr:text\]/);
    },
  );

  it('of a QR code that is left out: another way is offered only where there is one', async () => {
    const { engine, terminal } = await choosing(['qrcode']);
    terminal.qr = () => ({ isDrawn: false, why: 'unwanted' });
    await terminal.type('1');
    await engine
      .last('selectMethod')
      .answer({ ...NOTHING, method: 'qrcode', qrText: 'qr:text', codeLength: null });
    expect(terminal.written).toContain('Open this on your phone instead: qr:text');
    expect(terminal.written.join()).not.toContain('another method');
  });

  const BACK = 'The connection to the service is back.';
  const MISSED =
    'The connection was interrupted, and your approval may not have arrived. If you already approved, type “a”.';

  it.each([
    ['without a gap', false, BACK],
    ['with a gap', true, MISSED],
  ])(
    'says that the connection was lost and is back once, and leaves the question where it is: %s',
    async (_name, hasGap, sentence) => {
      const { engine, terminal } = await waiting('push');
      const { asked } = terminal;
      terminal.news();
      const { handlers } = engine.eventChannel;
      for (const evidence of ['one', 'two']) handlers.onLost(evidence);
      engine.clock.advance(2_000);
      for (let time = 0; time < 2; time += 1) handlers.onConfirmed(hasGap);
      expect(terminal.news()).toEqual(['The connection to the service was lost. Reconnecting.', sentence]);
      expect(terminal.asked).toBe(asked);
    },
  );

  it('a: the same again, not before its time, and said so', async () => {
    const { engine, terminal } = await waiting('push');
    terminal.news();
    await terminal.type('a');
    expect(terminal.news()).toEqual(['Possible again in 30 seconds.', 'Your choice: ']);
    expect(engine.count('selectMethod')).toBe(1);
    engine.clock.advance(30_000);
    expect(terminal.news()).toEqual([SILENCE]);
    await terminal.type('A');
    await engine.last('selectMethod').answer({ ...NOTHING, method: 'push' });
    expect(engine.count('selectMethod')).toBe(2);
    expect(terminal.news()).toEqual([
      'Starting: Approve on your phone.',
      'The request was sent to your phone again.',
      'Less than 2 minutes left.',
      'Type a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.',
      'Your choice: ',
    ]);
  });

  it('o: the other methods; q: cancelled; Enter: how long it stays', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    terminal.news();
    await terminal.type('', 'zz');
    expect(terminal.news()).toEqual([
      'Less than 2 minutes left.',
      'Your choice: ',
      'That is not one of the choices.',
      'Type a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.',
      'Your choice: ',
    ]);
    await terminal.type('o');
    expect(engine.view.screen).toBe('methods');
    await terminal.type('2');
    await engine.last('selectMethod').answer({ ...NOTHING, method: 'email' });
    await terminal.type('q');
    // Two were started: an approval would not say which of them it is.
    expect(outcomes).toMatchObject([{ outcome: 'cancelled', method: null }]);
  });

  it('says in time that it runs out, and m puts it off', async () => {
    const { engine, terminal } = await waiting('push');
    terminal.news();
    engine.clock.advance(90_000);
    expect(terminal.news()).toEqual([
      SILENCE,
      '60 seconds left. Type “m” for more time.',
      '30 seconds left. Type “m” for more time.',
    ]);
    await terminal.type('m');
    expect(terminal.news()).toEqual(['The time starts again. Less than 2 minutes left.', 'Your choice: ']);
    engine.clock.advance(110_000);
    expect(engine.view.screen).toBe('approval');
    expect(terminal.news()).toHaveLength(3);
  });

  it('offers no more time where the caller limits the login', async () => {
    const policy = policyWith({ endsAtMs: 61_000 });
    const { engine, terminal } = await waiting('push', ['email'], { engine: { policy } });
    expect(terminal.written.join()).not.toContain('(more time)');
    terminal.news();
    engine.clock.advance(30_000);
    await terminal.type('m');
    expect(terminal.news()).toEqual([SILENCE, '30 seconds left.', '30 seconds left.', 'Your choice: ']);
  });

  it('says that the login is over, where an end that could be gone on from is still shown', async () => {
    const policy = policyWith({ approvalMs: 60_000, loginMs: 120_000 });
    const { engine, terminal } = await waiting('push', ['email'], { engine: { policy } });
    engine.clock.advance(60_000);
    expect(engine.view).toMatchObject({ screen: 'failed', advice: 'same-method' });
    terminal.news();
    engine.clock.advance(60_000);
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'timed-out', advice: 'restart' });
    expect(terminal.news()).toEqual([
      'This sign-in has expired. Start again. Your username is kept.',
      'Press Enter (Start again), or type q (quit) and press Enter.',
    ]);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
  });

  it('tells a caller’s limit in time, also where nothing else runs out', async () => {
    const policy = policyWith({ endsAtMs: 41_000 });
    const { engine, terminal } = begin({ username: '', isUsernameFixed: false, engine: { policy } });
    await settled();
    terminal.news();
    engine.clock.advance(30_000);
    expect(terminal.news()).toEqual(['30 seconds left.', '10 seconds left.']);
  });
});
