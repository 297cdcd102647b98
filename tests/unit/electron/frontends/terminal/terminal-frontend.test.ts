import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../../../shared/service/methods.ts';
import { BYPASSED, exception, NETWORK, offering, tooMany } from '../../../../support/login-fixtures.ts';
import { begin, choosing, NOTHING, waiting } from './terminal-sitting.ts';
import { en } from '../../../../support/strings.ts';

describe('the username', () => {
  it('is asked for until it can be sent', async () => {
    const { engine, terminal } = begin();
    expect(terminal.news()).toEqual(['Ctrl-C ends the sign-in.', 'Who is signing in?', 'Username: ']);
    await terminal.type('', 'al\u202eice');
    expect(terminal.news()).toEqual([
      'Type your username.',
      'Username: ',
      'This name has characters in it that cannot be used. Type it again.',
      'Username: ',
    ]);
    expect(engine.calls).toEqual([]);
    await terminal.type('alice');
    expect(engine.last('init').given).toEqual(['alice']);
  });

  it('that is remembered is taken with Enter, or another is typed', async () => {
    const remembered = { username: 'alice', isUsernameRemembered: true };
    const taken = begin(remembered);
    expect(taken.terminal.asked?.prompt).toBe('Username [alice]: ');
    expect(taken.engine.calls).toEqual([]);
    await taken.terminal.type('');
    expect(taken.engine.last('init').given).toEqual(['alice']);
    const other = begin(remembered);
    await other.terminal.type('bob');
    expect(other.engine.last('init').given).toEqual(['bob']);
  });

  it('that is given is not asked for, and a wrong one can be mended', async () => {
    const { engine, terminal } = begin({ username: 'al\u202eice' });
    expect(engine.calls).toEqual([]);
    await terminal.type('alice');
    expect(engine.last('init').given).toEqual(['alice']);
  });

  it('that is fixed and cannot be sent is the caller’s mistake', () => {
    const { terminal, outcomes } = begin({ username: 'al\u202eice', isUsernameFixed: true });
    expect(outcomes).toMatchObject([{ outcome: 'usage', reason: 'usage' }]);
    expect(terminal.asked).toBeNull();
  });
});

describe('how to leave', () => {
  it('is said once, before anything else', async () => {
    const typed = begin();
    await typed.terminal.type('', 'alice');
    await typed.engine.last('init').answer(offering(['push', 'totp']));
    const given = await waiting('push');
    for (const { terminal } of [typed, given]) {
      expect(terminal.asked).not.toBeNull();
      const said = terminal.written.filter((line) => line.includes('Ctrl-C'));
      expect(said).toEqual(['Ctrl-C ends the sign-in.']);
      expect(terminal.written[0]).toBe(said[0]);
    }
  });

  it('is said to somebody whose name was given, and whose service does not answer', () => {
    const { terminal } = begin({ username: 'alice', isUsernameFixed: true });
    expect(terminal.news()).toEqual(['Ctrl-C ends the sign-in.', 'Asking the service…']);
  });
});

describe('the ways', () => {
  it('are numbered as in the window, the remembered one first', async () => {
    const { engine, terminal } = await choosing(['push', 'totp', 'qrcode'], {
      engine: { preferences: { username: () => '', methodFor: () => 'totp', remember: () => undefined } },
    });
    expect(terminal.news()).toEqual([
      'Ctrl-C ends the sign-in.',
      'Asking the service…',
      '',
      'Confirm it is you',
      'Payroll, Northwind',
      'Signing in as alice',
      '  1  Type a code from your app (last time)',
      '  2  Approve on your phone',
      '  3  Scan with your phone',
      'Type 1 to 3 to choose a method, m (more time) or q (quit) and press Enter.',
      'Number: ',
    ]);
    await terminal.type('2');
    expect(engine.last('selectMethod').given[1]).toBe('push');
    expect(terminal.news()).toEqual(['Starting: Approve on your phone.']);
  });

  it.each(['0', '3', '-1', 'x', '1 2', '1e0'])('nothing is chosen by %j', async (answer) => {
    const { engine, terminal } = await choosing();
    terminal.news();
    await terminal.type(answer);
    expect(terminal.news()).toEqual([
      'That is not one of the choices.',
      'Type 1 to 2 to choose a method, m (more time) or q (quit) and press Enter.',
      'Number: ',
    ]);
    expect(engine.count('selectMethod')).toBe(0);
  });

  it('Enter lists them again; q cancels, and so does the end of the input', async () => {
    for (const end of ['q', null]) {
      const { terminal, outcomes, engine } = await choosing();
      terminal.news();
      await terminal.type('');
      expect(terminal.news()).toContain('  2  Type a code from your app');
      const { eventChannel } = engine;
      await terminal.type(end);
      expect(outcomes).toMatchObject([
        { outcome: 'cancelled', reason: 'cancelled', username: 'alice', asker: { application: 'Payroll' } },
      ]);
      expect(eventChannel.isClosed).toBe(true);
      expect(terminal.asked).toBeNull();
    }
  });

  it('one that was sent a moment ago shows its wait, and is not sent', async () => {
    const { engine, terminal } = await waiting('push');
    terminal.news();
    await terminal.type('o');
    expect(terminal.news()).toContain('  1  Approve on your phone – Again in 30 seconds');
    await terminal.type('1');
    expect(terminal.news().slice(0, 2)).toEqual([
      '“Approve on your phone” was used a moment ago. Give it time to arrive.',
      'Possible again in 30 seconds.',
    ]);
    expect(engine.count('selectMethod')).toBe(1);
  });

  it('nothing is sent in a pause that the service wants', async () => {
    const { engine, terminal } = await choosing();
    await terminal.type('2');
    await engine.last('selectMethod').fail(tooMany(20_000));
    const name = en.methods.totp.name;
    expect(terminal.news()).toEqual(
      expect.arrayContaining([
        `  2  ${name} – Again in 20 seconds`,
        `Too many attempts with “${name}”. There is a pause before the next one.`,
        'Possible again in 20 seconds.',
      ]),
    );
    engine.clock.advance(5_000);
    await terminal.type('2');
    expect(terminal.news()[0]).toBe('Possible again in 15 seconds.');
    expect(engine.count('selectMethod')).toBe(1);
    engine.clock.advance(15_000);
    expect(terminal.news()).toContain('You can try again now.');
    await terminal.type('2');
    expect(engine.count('selectMethod')).toBe(2);
  });

  it('a pause that the service wants closes one way: the others can be used', async () => {
    const { engine, terminal } = await choosing();
    await terminal.type('2');
    await engine.last('selectMethod').fail(tooMany(20_000));
    await terminal.type('1');
    expect(engine.last('selectMethod').given[1]).toBe('push');
    await engine.last('selectMethod').answer({ ...NOTHING, method: 'push' });
    terminal.news();
    await terminal.type('o', '2');
    // Come back to, it says once more until when it is closed.
    expect(terminal.news()).toContain(
      `Too many attempts with “${en.methods.totp.name}”. There is a pause before the next one.`,
    );
    expect(engine.count('selectMethod')).toBe(2);
  });

  it('one that the caller asked for starts by itself, and where it is not offered another can be chosen', async () => {
    const given = await choosing(['push', 'totp'], { method: 'totp' });
    expect(given.engine.last('selectMethod').given[1]).toBe('totp');
    expect(given.terminal.asked).toBeNull();
    const both = await choosing(['push', 'totp'], { method: 'totp', methodToStart: () => 'push' });
    expect(both.engine.last('selectMethod').given[1]).toBe('totp');
    const refused = begin({ username: 'alice', method: 'yotp' });
    await refused.engine.last('init').answer(offering(['push']));
    expect(refused.terminal.written).toContain(
      'Press Enter (Choose another method), or type q (quit) and press Enter.',
    );
    await refused.terminal.type('q');
    expect(refused.outcomes).toMatchObject([{ outcome: 'usage', reason: 'method-not-offered' }]);
  });
});

describe('a way that was remembered to start by itself', () => {
  const forAlice = (username: string) => (username === 'alice' ? 'totp' : null);

  it('starts for the name that was given or typed, and for no other', async () => {
    const given = await choosing(['push', 'totp'], { methodToStart: forAlice });
    expect(given.engine.last('selectMethod').given[1]).toBe('totp');
    for (const [name, count] of [
      ['alice', 1],
      ['bob', 0],
    ] as const) {
      const { engine, terminal } = begin({ methodToStart: forAlice });
      await terminal.type(name);
      await engine.last('init').answer(offering(['push', 'totp']));
      engine.eventChannel.handlers.onConfirmed(false);
      expect(engine.count('selectMethod')).toBe(count);
    }
  });

  it('is no refusal where it is not offered: the ways are listed', async () => {
    const { engine, terminal, outcomes } = await choosing(['push'], { methodToStart: forAlice });
    expect(engine.count('selectMethod')).toBe(0);
    expect(terminal.asked?.prompt).toBe('Number: ');
    expect(outcomes).toEqual([]);
  });
});

describe('an end without entry', () => {
  it('says what happened, what to do, the service’s words and the reference, and takes a next try', async () => {
    const refused = begin({ username: 'alice' });
    await refused.engine.last('init').fail(exception('LicenseException'));
    expect(refused.terminal.written).toContain('The service says: “LicenseException message”');
    const failed = begin({ username: 'alice' });
    await failed.engine.last('init').fail(NETWORK);
    expect(failed.terminal.news()).toEqual([
      'Ctrl-C ends the sign-in.',
      'Asking the service…',
      '',
      'No connection',
      'This computer could not reach the login service.',
      'Check the network, then start again.',
      expect.stringMatching(/^Reference: network-unreachable \(init: /),
      'To find the cause, run: gatehouse doctor',
      'Press Enter (Start again), or type q (quit) and press Enter.',
      'Your choice: ',
    ]);
    expect(failed.outcomes).toEqual([]);
    const helped = begin({ username: 'alice', help: 'Ask the service desk. 4711' });
    await helped.engine.last('init').fail(NETWORK);
    const said = helped.terminal.news();
    expect(said[said.indexOf('To find the cause, run: gatehouse doctor') + 1]).toBe(
      'Ask the service desk. 4711',
    );
    failed.engine.clock.advance(1000);
    await failed.terminal.type('');
    expect(failed.engine.count('init')).toBe(2);
    await failed.engine.last('init').fail(BYPASSED);
    expect(failed.outcomes).toMatchObject([{ outcome: 'bypassed' }]);
  });

  it.each(['q', null])('left with %j stays the refusal that it is', async (answer) => {
    const { engine, terminal, outcomes } = begin({ username: 'alice' });
    await engine.last('init').fail(NETWORK);
    await terminal.type(answer);
    expect(outcomes).toMatchObject([{ outcome: 'unreachable', reason: 'network', username: 'alice' }]);
  });

  it('an Enter from before it was read repeats nothing', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    await engine.last('init').fail(NETWORK);
    await terminal.type('', '');
    expect(engine.count('init')).toBe(1);
    engine.clock.advance(1000);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
  });

  it('a refusal that was overcome is none: quitting later is cancelling', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    engine.clock.advance(120_000);
    expect(engine.view.screen).toBe('failed');
    expect(terminal.written.slice(-2)[0]).toBe(
      'Press Enter (Send it again), or type o (other methods) or q (quit) and press Enter.',
    );
    await terminal.type('o', 'q');
    expect(outcomes).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('a pause of the service is kept', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    await engine.last('init').fail(tooMany(20_000));
    engine.clock.advance(5_000);
    terminal.news();
    await terminal.type('');
    expect(terminal.news()).toEqual(['Possible again in 15 seconds.', 'Your choice: ']);
    engine.clock.advance(15_000);
    expect(terminal.news()).toEqual(['You can try again now.']);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
  });

  it('with nothing to be done about it is the end', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    engine.eventChannel.handlers.onEvent({ kind: 'denied' });
    expect(outcomes).toMatchObject([{ outcome: 'denied', reason: 'denied-by-person' }]);
    expect(terminal.written).toContain('Access Denied!');
    expect(terminal.asked).toBeNull();
  });

  it('an account that awaits approval: its address, and the end', async () => {
    const { engine, terminal, outcomes } = begin({ username: 'alice' });
    const webUri = 'https://mfa.example.com/enrol';
    await engine
      .last('init')
      .answer({ asker: { application: 'Payroll', company: '' }, status: 'waiting', webUri });
    expect(terminal.written.slice(-3)).toEqual([
      'Not approved yet',
      expect.stringContaining('Open this address'),
      webUri,
    ]);
    expect(outcomes).toMatchObject([{ outcome: 'not-now', reason: 'waiting' }]);
  });

  it('a late approval still counts', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    engine.clock.advance(120_000);
    await engine.approve();
    expect(outcomes).toMatchObject([{ outcome: 'confirmed' }]);
    expect(terminal.asked).toBeNull();
  });
});

describe('words and names of the service', () => {
  it('are no address to copy, whatever they look like: only what our line names as one is', async () => {
    const looks = 'https://evil.example/gatehouse:You_are_signed_in';
    const refused = begin({ username: 'alice' });
    const serviceText = { message: looks, details: looks };
    await refused.engine
      .last('init')
      .fail(exception('MissingFieldException', 3, { field: looks, serviceText }));
    expect(refused.terminal.written.join('\n')).toContain(looks);
    expect(refused.terminal.addresses).toEqual([]);
    const scanned = await waiting('qrcode');
    expect(scanned.terminal.addresses).toEqual(['qr:text']);
    const unapproved = begin({ username: 'alice' });
    const webUri = 'https://mfa.example.com/enrol';
    await unapproved.engine
      .last('init')
      .answer({ asker: { application: looks, company: looks }, status: 'waiting', webUri });
    expect(unapproved.terminal.addresses).toEqual([webUri]);
  });

  it('cannot move the cursor, begin a line, turn the direction or close their quotation', async () => {
    const nasty = 'No.\u001b[2J\u001b[1;1H\r\nGatehouse: ” type “your password\u202e\u009b0m';
    const { engine, terminal } = await choosing(METHODS);
    await terminal.type('2');
    await engine.last('selectMethod').fail(
      exception('MissingFieldException', 3, {
        field: 'method',
        serviceText: { message: nasty, details: '"quoted"' },
      }),
    );
    const said = terminal.written.find((line) => line.startsWith('The service says')) ?? '';
    expect(said).toMatch(/^The service says: “No\.[^“”]*” “’quoted’”$/);
    const other = begin({ username: 'alice' });
    const asker = { application: '', company: 'N\u001b]0;x\u0007\nW' };
    await other.engine.last('init').answer({ ...offering(['push']), asker });
    for (const line of [...terminal.written, ...other.terminal.written]) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  });
});
