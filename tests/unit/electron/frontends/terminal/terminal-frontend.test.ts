import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../../../shared/service/methods.ts';
import {
  BYPASSED,
  exception,
  NETWORK,
  offering,
  tooMany,
  WRONG_CODE,
  policyWith,
  ALICE,
  hosting,
  PAGE,
} from '../../../../support/login/login-fixtures.ts';
import { begin, choosing, NOTHING, transcript, waiting } from './terminal-sitting.ts';
import { en } from '../../../../support/strings.ts';
import { settled } from '../../../../support/fakes/fake-engine.ts';
import { FakeHostedPage } from '../../../../support/fakes/fake-hosted-page.ts';
import { doctorCommand } from '../../../../../electron/frontends/terminal/doctor-offer.ts';
import { portalProbeAddress } from '../../../../../electron/frontends/terminal/lines.ts';
import type { ProxyCredentials } from '../../../../../electron/network/proxy-credentials.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { toEvidence } from '../../../../../shared/service/evidence.ts';

/** A login of alice whose first request failed so. */
async function refusedWith(why: ServiceFailure) {
  const run = begin({ username: 'alice' });
  await run.engine.last('init').fail(why);
  return run;
}

const ENDED = 'The sign-in was stopped. Nobody was signed in.';

describe('the username', () => {
  it('asks for the username until it can be sent', async () => {
    const { engine, terminal } = begin();
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Ctrl-C ends the sign-in.
      Who is signing in?
      Username:␠"
    `);
    await terminal.type('', 'al\u202eice');
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Type your username.
      Username:␠
      This name has characters in it that cannot be used. Type it again.
      Username:␠"
    `);
    expect(engine.calls).toEqual([]);
    await terminal.type('alice');
    expect(engine.last('init').given).toEqual(['alice']);
  });

  const REMEMBERED = { username: 'alice', isUsernameRemembered: true };

  it('takes the remembered username with Enter', async () => {
    const taken = begin(REMEMBERED);
    expect(taken.terminal.asked?.prompt).toBe('Username [alice]: ');
    expect(taken.engine.calls).toEqual([]);
    await taken.terminal.type('');
    expect(taken.engine.last('init').given).toEqual(['alice']);
  });

  it('takes another username that is typed in the place of the remembered one', async () => {
    const other = begin(REMEMBERED);
    await other.terminal.type('bob');
    expect(other.engine.last('init').given).toEqual(['bob']);
  });

  it('takes another username if the given one cannot be sent', async () => {
    const { engine, terminal } = begin({ username: 'al\u202eice' });
    expect(engine.calls).toEqual([]);
    await terminal.type('alice');
    expect(engine.last('init').given).toEqual(['alice']);
  });

  it('ends as the caller’s mistake if a fixed username cannot be sent', () => {
    const { terminal, outcomes } = begin({ username: 'al\u202eice', isUsernameFixed: true });
    expect(outcomes).toMatchObject([{ outcome: 'usage', reason: 'usage' }]);
    expect(terminal.asked).toBeNull();
  });
});

describe('how to leave', () => {
  const typed = async () => {
    const run = begin();
    await run.terminal.type('', 'alice');
    await run.engine.last('init').answer(offering(['push', 'totp']));
    return run;
  };

  it.each([
    ['a username that is typed', typed],
    ['a username that was given', () => waiting('push')],
  ] as const)('says once, before anything else, how to leave, by %s', async (_what, reach) => {
    const { terminal } = await reach();
    expect(terminal.asked).not.toBeNull();
    const said = terminal.written.filter((line) => line.includes('Ctrl-C'));
    expect(said).toEqual(['Ctrl-C ends the sign-in.']);
    expect(terminal.written[0]).toBe(said[0]);
  });
});

describe('the ways', () => {
  it('numbers the ways as in the window, the remembered one first', async () => {
    const { engine, terminal } = await choosing(['push', 'totp', 'qrcode'], {
      engine: {
        preferences: { username: () => '', methodFor: () => 'totp', remember: () => undefined },
      },
    });
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Ctrl-C ends the sign-in.
      Asking the service…

      Confirm it is you
      Payroll, Northwind
      Signing in as alice
        1  Type a code from your app (last time)
        2  Approve on your phone
        3  Scan with your phone
      Type 1 to 3 to choose a method, m (more time) or q (quit) and press Enter.
      Number:␠"
    `);
    await terminal.type('2');
    expect(engine.last('selectMethod').given[1]).toBe('push');
    expect(terminal.news()).toEqual(['Starting: Approve on your phone.']);
  });

  it.each(['0', '3', '-1', 'x', '1 2', '1e0'])(
    'chooses no way by the answer %j',
    async (answer) => {
      const { engine, terminal } = await choosing();
      terminal.news();
      await terminal.type(answer);
      expect(transcript(terminal.news())).toMatchInlineSnapshot(`
        "That is not one of the choices.
        Type 1 to 2 to choose a method, m (more time) or q (quit) and press Enter.
        Number:␠"
      `);
      expect(engine.count('selectMethod')).toBe(0);
    },
  );

  it('lists the ways again at Enter', async () => {
    const { terminal } = await choosing();
    terminal.news();
    await terminal.type('');
    expect(terminal.news()).toContain('  2  Type a code from your app');
  });

  it.each([
    ['q', 'q'],
    ['the end of the input', null],
  ])('ends the login in the list of the ways at %s', async (_what, end) => {
    const { terminal, outcomes, engine } = await choosing();
    const { eventChannel } = engine;
    await terminal.type(end);
    expect(outcomes).toMatchObject([
      {
        outcome: 'cancelled',
        reason: 'cancelled',
        username: 'alice',
        requester: { application: 'Payroll' },
      },
    ]);
    expect(eventChannel.isClosed).toBe(true);
    expect(terminal.asked).toBeNull();
  });

  it('shows the wait of a way that was used a moment ago, and does not start it again', async () => {
    const { engine, terminal } = await waiting('push');
    terminal.news();
    await terminal.type('o');
    expect(terminal.news()).toContain('  1  Approve on your phone – Again in 30 seconds');
    await terminal.type('1');
    expect(transcript(terminal.news().slice(0, 2))).toMatchInlineSnapshot(`
      "“Approve on your phone” was used a moment ago. Give it time to arrive.
      Possible again in 30 seconds."
    `);
    expect(engine.count('selectMethod')).toBe(1);
  });

  it('sends no request during a pause that the service demands', async () => {
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

  it('starts the method that the caller asked for by itself', async () => {
    const { engine, terminal } = await choosing(['push', 'totp'], { method: 'totp' });
    expect(engine.last('selectMethod').given[1]).toBe('totp');
    expect(terminal.asked).toBeNull();
  });

  it('starts the method that the caller asked for before a remembered one', async () => {
    const { engine } = await choosing(['push', 'totp'], {
      method: 'totp',
      methodToStart: () => 'push',
    });
    expect(engine.last('selectMethod').given[1]).toBe('totp');
  });

  it('lets another method be chosen if that of the caller is not offered, and ends as a usage mistake at q', async () => {
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

  it('starts a remembered way for the name that was given', async () => {
    const { engine } = await choosing(['push', 'totp'], { methodToStart: forAlice });
    expect(engine.last('selectMethod').given[1]).toBe('totp');
  });

  it.each([
    ['alice', 1],
    ['bob', 0],
  ] as const)(
    'starts for the typed name %s the remembered way of alice %i times',
    async (name, count) => {
      const { engine, terminal } = begin({ methodToStart: forAlice });
      await terminal.type(name);
      await engine.last('init').answer(offering(['push', 'totp']));
      engine.eventChannel.handlers.onConfirmed(false);
      expect(engine.count('selectMethod')).toBe(count);
    },
  );

  it('lists the ways if the remembered one is not offered', async () => {
    const { engine, terminal, outcomes } = await choosing(['push'], { methodToStart: forAlice });
    expect(engine.count('selectMethod')).toBe(0);
    expect(terminal.asked?.prompt).toBe('Number: ');
    expect(outcomes).toEqual([]);
  });
});

describe('an end without entry', () => {
  it('quotes the service’s words at a refusal', async () => {
    const { terminal } = await refusedWith(exception('LicenseException'));
    expect(terminal.written).toContain('The service says: “LicenseException message”');
  });

  it('says the reason of a refusal, the next step and the reference, and asks for a choice', async () => {
    const { terminal, outcomes } = await refusedWith(NETWORK);
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Ctrl-C ends the sign-in.
      Asking the service…

      No connection
      This computer could not reach the login service.
      Check the network, then start again.
      Reference: network-unreachable (init: ERR_CONNECTION_RESET)
      To find the cause, run: gatehouse doctor
      Press Enter (Start again), or type q (quit) and press Enter.
      Your choice:␠"
    `);
    expect(outcomes).toEqual([]);
  });

  it('says the administrator’s help behind the doctor', async () => {
    const { engine, terminal } = begin({ username: 'alice', help: 'Ask the service desk. 4711' });
    await engine.last('init').fail(NETWORK);
    const said = terminal.news();
    expect(said[said.indexOf('To find the cause, run: gatehouse doctor') + 1]).toBe(
      'Ask the service desk. 4711',
    );
  });

  it('starts again at Enter after a refusal, and ends as the next try does', async () => {
    const { engine, terminal, outcomes } = await refusedWith(NETWORK);
    engine.clock.advance(1000);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
    await engine.last('init').fail(BYPASSED);
    expect(outcomes).toMatchObject([{ outcome: 'bypassed' }]);
  });

  it.each(['q', null])('ends with the refusal if its screen is left with %j', async (answer) => {
    const { terminal, outcomes } = await refusedWith(NETWORK);
    await terminal.type(answer);
    expect(outcomes).toMatchObject([
      { outcome: 'unreachable', reason: 'network', username: 'alice' },
    ]);
    expect(terminal.written).not.toContain(ENDED);
  });

  it('ignores an Enter from before the refusal could be read', async () => {
    const { engine, terminal } = await refusedWith(NETWORK);
    await terminal.type('', '');
    expect(engine.count('init')).toBe(1);
    engine.clock.advance(1000);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
  });

  it('ends as cancelled at q after a refusal that was overcome', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    engine.clock.advance(120_000);
    expect(engine.view.screen).toBe('failed');
    expect(terminal.written.slice(-2)[0]).toBe(
      'Press Enter (Send it again), or type o (other methods) or q (quit) and press Enter.',
    );
    await terminal.type('o', 'q');
    expect(outcomes).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('keeps a pause of the service after a refusal', async () => {
    const { engine, terminal } = await refusedWith(tooMany(20_000));
    engine.clock.advance(5_000);
    terminal.news();
    await terminal.type('');
    expect(terminal.news()).toEqual(['Possible again in 15 seconds.', 'Your choice: ']);
    engine.clock.advance(15_000);
    expect(terminal.news()).toEqual(['You can try again now.']);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
  });

  it('ends the login at a refusal that allows no retry', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    engine.eventChannel.handlers.onEvent({ kind: 'denied' });
    expect(outcomes).toMatchObject([{ outcome: 'denied', reason: 'denied-by-person' }]);
    expect(terminal.written).toContain('Access Denied!');
    expect(terminal.written.join()).not.toContain('gatehouse doctor');
    expect(terminal.asked).toBeNull();
  });

  it('gives the address for an account that awaits approval, and ends the login', async () => {
    const { engine, terminal, outcomes } = begin({ username: 'alice' });
    const webUri = 'https://mfa.example.com/enrol';
    await engine
      .last('init')
      .answer({ requester: { application: 'Payroll', company: '' }, status: 'waiting', webUri });
    expect(transcript(terminal.written.slice(-3))).toMatchInlineSnapshot(`
      "Not approved yet
      An administrator has to approve your account before you can sign in. Open this address to set it up.
      https://mfa.example.com/enrol"
    `);
    expect(outcomes).toMatchObject([{ outcome: 'not-now', reason: 'waiting' }]);
  });
});

describe('words and names of the service', () => {
  const LOOKS = 'https://evil.example/gatehouse:You_are_signed_in';

  it('marks no words of the service as an address, however they look', async () => {
    const serviceText = { message: LOOKS, details: LOOKS };
    const { terminal } = await refusedWith(
      exception('MissingFieldException', 3, { field: LOOKS, serviceText }),
    );
    expect(terminal.written.join('\n')).toContain(LOOKS);
    expect(terminal.addresses).toEqual([]);
  });

  it('marks the text of a QR code as an address', async () => {
    const { terminal } = await waiting('qrcode');
    expect(terminal.addresses).toEqual(['qr:text']);
  });

  it('marks the address of the enrolment alone, and no name of the service that looks like one', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    const webUri = 'https://mfa.example.com/enrol';
    await engine
      .last('init')
      .answer({ requester: { application: LOOKS, company: LOOKS }, status: 'waiting', webUri });
    expect(terminal.addresses).toEqual([webUri]);
  });

  /** Characters that move the cursor, begin a line or turn the direction. */
  const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

  it('lets words of the service neither move the cursor, begin a line, turn the direction nor close their quotation', async () => {
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
    for (const line of terminal.written) expect(line).not.toMatch(CONTROLS);
  });

  it('lets the company’s name neither move the cursor nor begin a line', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    const requester = { application: '', company: 'N\u001b]0;x\u0007\nW' };
    await engine.last('init').answer({ ...offering(['push']), requester });
    expect(terminal.written.join('\n')).toContain('N');
    for (const line of terminal.written) expect(line).not.toMatch(CONTROLS);
  });
});

describe('a code', () => {
  it('asks for a code until it is right, and writes it nowhere', async () => {
    const { engine, terminal, outcomes } = await waiting('totp');
    expect(transcript(terminal.written.slice(-7))).toMatchInlineSnapshot(`
      "
      Type the code in your app
      Ready for the code.
      Your authenticator app shows it.
      Less than 2 minutes left.
      Type the code, o (other methods), m (more time) or q (quit) and press Enter.
      Code (6 digits, or a bypass code):␠"
    `);
    expect(terminal.asked?.isHidden).toBe(false);
    terminal.news();
    await terminal.type('', 'Your code is 918 273');
    expect(engine.last('confirmCode').given[1]).toBe('918273');
    expect(terminal.asked).toBeNull();
    await engine.last('confirmCode').fail(WRONG_CODE);
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Type the code first.
      Code (6 digits, or a bypass code):␠
      Asking the service…
      Wrong code. Type the code that your app shows now.
      The service says: “PasscodeException message”
      Code (6 digits, or a bypass code):␠"
    `);
    await terminal.type('645546');
    await engine.last('confirmCode').answer(true);
    expect(terminal.news()).toContain('The code is right. The service is confirming it.');
    await engine.approve();
    expect(terminal.news()).toContain('alice is confirmed for Payroll, Northwind.');
    expect(outcomes).toMatchObject([{ outcome: 'confirmed', username: 'alice', method: 'totp' }]);
    expect(JSON.stringify([terminal.written, engine.logged])).not.toMatch(/918273|645546/);
    expect(engine.count('init')).toBe(1);
  });

  it('hides the code of a security key', async () => {
    const { engine, terminal } = await waiting('yotp');
    expect(terminal.asked).toMatchObject({
      isHidden: true,
      prompt: expect.stringContaining('not shown'),
    });
    expect(terminal.written.at(-2)).toBe(
      'Touch the key, or type o (other methods), m (more time) or q (quit) and press Enter.',
    );
    await terminal.type('cccccccfgkj');
    expect(engine.last('confirmSecurityKey').given).toEqual(['K', 'cccccccfgkj']);
    expect(terminal.written.join()).not.toContain('fgkj');
  });

  it('sends no letter of a choice as a code', async () => {
    const { engine, terminal } = await waiting('totp', []);
    await terminal.type('o', 'a', 'm');
    expect(engine.count('confirmCode')).toBe(0);
    expect(
      terminal.written.filter((line) => line === 'That is not one of the choices.'),
    ).toHaveLength(2);
  });

  it('sends no code during a pause that the service wants', async () => {
    const { engine, terminal } = await waiting('totp');
    await terminal.type('111111');
    await engine.last('confirmCode').fail(tooMany(20_000));
    expect(terminal.news()).toContain('Possible again in 20 seconds.');
    await terminal.type('222222');
    expect(terminal.news().slice(-2)[0]).toBe('Possible again in 20 seconds.');
    expect(engine.count('confirmCode')).toBe(1);
    engine.clock.advance(20_000);
    await terminal.type('222222');
    expect(engine.count('confirmCode')).toBe(2);
  });

  it('says that a code looks too short, and sends it when it is typed again', async () => {
    const { engine, terminal } = await waiting('totp');
    terminal.news();
    await terminal.type('1234');
    expect(terminal.news()[0]).toBe(
      'This code looks too short. Check it, or send it again as it is.',
    );
    expect(engine.count('confirmCode')).toBe(0);
    await terminal.type('1234');
    expect(engine.count('confirmCode')).toBe(1);
  });

  it('offers to start over if the confirmation of a right code does not arrive', async () => {
    const { engine, terminal } = await waiting('totp');
    await terminal.type('123456');
    await engine.last('confirmCode').answer(true);
    terminal.news();
    // Input typed meanwhile belongs to the command.
    expect(terminal.asked).toBeNull();
    engine.clock.advance(10_000);
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "The code was right, but no confirmation arrived: type “a”.
      Type a (Start over), o (other methods), m (more time) or q (quit) and press Enter.
      Your choice:␠"
    `);
    await terminal.type('a');
    expect(engine.last('selectMethod').given[1]).toBe('totp');
  });
});

const NOT_STARTED = 'If you did not start this sign-in, type “n”.';
const SILENCE =
  'No response so far. Other methods: Click a link in an email. Type “o” to choose one.';

describe('an approval', () => {
  it('ends at n as not started by this person', async () => {
    const { engine, terminal, outcomes } = await waiting('push', ['email'], {
      help: 'Ask the help desk: 4711',
    });
    terminal.news();
    await terminal.type('N');
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'not-started-by-person' });
    expect(outcomes).toMatchObject([
      { outcome: 'denied', reason: 'not-started-by-person', method: 'push' },
    ]);
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "
      You did not start this sign-in
      The sign-in was stopped. Nobody was signed in.
      Somebody else may know your password. Change it, and tell your administrator now. Approve only what you started yourself.
      Reference: not-started-by-person (person: push)
      Ask the help desk: 4711"
    `);
    expect(terminal.asked).toBeNull();
    expect(() => engine.eventChannel).toThrow('no event channel is open');
  });

  it('takes a code from the app beside a push, but not every answer for one', async () => {
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
    await engine.last('selectMethod').answer({ ...NOTHING, method: 'totp', codeLength: 6 });
    expect(engine.last('confirmCode').given[1]).toBe('918273');
    await engine.last('confirmCode').fail(WRONG_CODE);
    expect(terminal.news().slice(-2)[0]).toContain('Type the code');
    expect(engine.view).toMatchObject({ screen: 'code', problem: { kind: 'wrong' } });
  });

  it.each([
    ['a code at a push that takes none', 'push', '918273', 'approval'],
    ['n at a QR code, for which no message was sent,', 'qrcode', 'n', 'qr'],
  ] as const)('takes %s for none of the choices', async (_what, method, answer, screen) => {
    const { engine, terminal } = await waiting(method);
    expect(terminal.written.includes(NOT_STARTED)).toBe(method === 'push');
    terminal.news();
    await terminal.type(answer);
    expect(terminal.news()[0]).toBe('That is not one of the choices.');
    expect(engine.view.screen).toBe(screen);
  });

  it('takes an approval while a question stands', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    expect(transcript(terminal.news().slice(-12))).toMatchInlineSnapshot(`
      "Approve on your phone
      A request was sent to your phone.
      Open your app and tap “Approve”.
      Your phone should show:
        Application: Payroll
        This computer: desk-7
        Asked at: (a time)
      If the details are different, tap “Deny”.
      If you did not start this sign-in, type “n”.
      Less than 2 minutes left.
      Type a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.
      Your choice:␠"
    `);
    await engine.approve();
    expect(terminal.asked).toBeNull();
    // Typed input is discarded before the message, so that nothing typed after it is lost.
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Response received. Checking it with the service.
      [input discarded]
      alice is confirmed for Payroll, Northwind."
    `);
    expect(outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('shows text and time before the picture of a QR code, and the keys alone behind it', async () => {
    const { terminal } = await waiting('qrcode');
    expect(transcript(terminal.written.slice(-8))).toMatchInlineSnapshot(`
      "Scan with your phone
      The QR code is shown.
      Open your app and scan this QR code.
      The same as text: qr:text
      Less than 2 minutes left.
      [qr:text]
      Type a (New code), o (other methods), m (more time) or q (quit) and press Enter.
      Your choice:␠"
    `);
  });

  it.each([
    [
      { columns: 41, rows: 23 },
      'This terminal is too small for the QR code: it needs 23 lines of 41 columns.',
    ],
    ['unable', 'This terminal cannot show the QR code.'],
    ['unwanted', 'The QR code is left out.'],
  ] as const)(
    'shows the text of a QR code that cannot be drawn (%o), and no word of a picture to scan',
    async (why, said) => {
      const run = await choosing(['qrcode', 'email']);
      run.terminal.qr = () => ({ isDrawn: false, why });
      const start = async (): Promise<readonly string[]> => {
        run.terminal.news();
        await run.engine
          .last('selectMethod')
          .answer({ ...NOTHING, method: 'qrcode', qrText: 'qr:text' });
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

  it('offers no other way for a QR code that is left out if the service has none', async () => {
    const { engine, terminal } = await choosing(['qrcode']);
    terminal.qr = () => ({ isDrawn: false, why: 'unwanted' });
    await terminal.type('1');
    await engine.last('selectMethod').answer({ ...NOTHING, method: 'qrcode', qrText: 'qr:text' });
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
    'says once that the connection was lost and is back %s, and leaves the question where it is',
    async (_name, mayHaveMissedEvents, sentence) => {
      const { engine, terminal } = await waiting('push');
      const { asked } = terminal;
      terminal.news();
      const { handlers } = engine.eventChannel;
      for (const evidence of [toEvidence`one`, toEvidence`two`]) handlers.onLost(evidence);
      engine.clock.advance(2_000);
      for (let time = 0; time < 2; time += 1) handlers.onConfirmed(mayHaveMissedEvents);
      expect(terminal.news()).toEqual([
        'The connection to the service was lost. Reconnecting.',
        sentence,
      ]);
      expect(terminal.asked).toBe(asked);
    },
  );

  it('starts the same way again at a, but not before its time, and says so', async () => {
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
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Starting: Approve on your phone.
      The request was sent to your phone again.
      Less than 2 minutes left.
      Type a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.
      Your choice:␠"
    `);
  });

  it('lists the other methods at o, cancels at q, and tells the time left at Enter', async () => {
    const { engine, terminal, outcomes } = await waiting('push');
    terminal.news();
    await terminal.type('', 'zz');
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Less than 2 minutes left.
      Your choice:␠
      That is not one of the choices.
      Type a (Send it again), o (other methods), m (more time) or q (quit) and press Enter.
      Your choice:␠"
    `);
    await terminal.type('o');
    expect(engine.view.screen).toBe('methods');
    await terminal.type('2');
    await engine.last('selectMethod').answer({ ...NOTHING, method: 'email' });
    await terminal.type('q');
    // Two were started: an approval would not say which of them it is.
    expect(outcomes).toMatchObject([{ outcome: 'cancelled', method: null }]);
  });

  it('says in time that the approval runs out, and puts that off at m', async () => {
    const { engine, terminal } = await waiting('push');
    terminal.news();
    engine.clock.advance(90_000);
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "No response so far. Other methods: Click a link in an email. Type “o” to choose one.
      60 seconds left. Type “m” for more time.
      30 seconds left. Type “m” for more time."
    `);
    await terminal.type('m');
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "The time starts again. Less than 2 minutes left.
      Your choice:␠"
    `);
    engine.clock.advance(110_000);
    expect(engine.view.screen).toBe('approval');
    expect(terminal.news()).toHaveLength(3);
  });

  it('offers no more time if the caller limits the login', async () => {
    const policy = policyWith({ endsAtMs: 61_000 });
    const { engine, terminal } = await waiting('push', ['email'], { engine: { policy } });
    expect(terminal.written.join()).not.toContain('(more time)');
    terminal.news();
    engine.clock.advance(30_000);
    await terminal.type('m');
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "No response so far. Other methods: Click a link in an email. Type “o” to choose one.
      30 seconds left.
      30 seconds left.
      Your choice:␠"
    `);
  });

  it('says that the login is over while a failure that could be overcome is still shown', async () => {
    const policy = policyWith({ approvalMs: 60_000, loginMs: 120_000 });
    const { engine, terminal } = await waiting('push', ['email'], { engine: { policy } });
    engine.clock.advance(60_000);
    expect(engine.view).toMatchObject({ screen: 'failed', advice: 'same-method' });
    terminal.news();
    engine.clock.advance(60_000);
    expect(engine.view).toMatchObject({ screen: 'failed', code: 'timed-out', advice: 'restart' });
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "This sign-in has expired. Start again. Your username is kept.
      Press Enter (Start again), or type q (quit) and press Enter."
    `);
    await terminal.type('');
    expect(engine.count('init')).toBe(2);
  });
});

describe('the ends of a login on a terminal', () => {
  it('says that the person is let in without a check, and does not wait', async () => {
    const { terminal, outcomes } = await refusedWith(BYPASSED);
    expect(transcript(terminal.written.slice(-2))).toMatchInlineSnapshot(`
      "The service lets you in without asking for a confirmation.
      The service says: “UserBypassedException message”"
    `);
    expect(outcomes).toMatchObject([{ outcome: 'bypassed', username: 'alice' }]);
    expect(terminal.asked).toBeNull();
  });

  it('cancels at a signal, withdraws the question, and prints no more', async () => {
    const { engine, frontend, terminal, outcomes } = await waiting('push');
    frontend.cancel();
    frontend.cancel();
    expect(terminal.asked).toBeNull();
    terminal.news();
    engine.clock.advance(600_000);
    await settled();
    expect(terminal.news()).toEqual([]);
    expect(outcomes).toMatchObject([{ outcome: 'cancelled', username: 'alice', method: 'push' }]);
    expect(outcomes).toHaveLength(1);
  });

  it('cancels at a signal after a refusal, without a word of its own', async () => {
    const { frontend, terminal, outcomes } = await refusedWith(NETWORK);
    frontend.cancel();
    expect(outcomes).toMatchObject([{ outcome: 'cancelled' }]);
    expect(terminal.written).not.toContain(ENDED);
  });

  const LEFT = 'The request may still be on your phone. Ignore it, and do not approve it.';

  it('says last and once that a signal ended the login', async () => {
    const { frontend, terminal } = await waiting('email');
    for (let times = 0; times < 2; times += 1) frontend.cancel();
    expect(terminal.written.filter((line) => line === ENDED)).toEqual(terminal.written.slice(-1));
  });

  it('says that a signal ended the login before it has begun', () => {
    const { frontend, terminal, outcomes } = begin({ hasBegun: false });
    frontend.cancel();
    // No question was asked yet, so only the kernel knows the content of the line.
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "Ctrl-C ends the sign-in.

      The sign-in was stopped. Nobody was signed in."
    `);
    expect(outcomes).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it.each([
    ['email', 'q', [ENDED]],
    ['email', null, [ENDED]],
    ['push', 'q', [ENDED, LEFT]],
    ['push', 'signal', [ENDED, LEFT]],
  ] as const)(
    'says last that a login by %s was stopped by %j, and whether a request may stay on the phone',
    async (method, by, said) => {
      const { frontend, terminal } = await waiting(method, ['totp']);
      if (by === 'signal') frontend.cancel();
      else await terminal.type(by);
      const first = terminal.written.indexOf(ENDED);
      expect(terminal.written.slice(first)).toEqual(said);
    },
  );

  const LIMIT = { engine: { policy: policyWith({ endsAtMs: 41_000 }) } };
  const TIMED_OUT = { outcome: 'not-now', reason: 'timed-out', username: 'alice' };

  it('says last that the caller’s time limit has passed, with the question taken back', async () => {
    const { engine, frontend, terminal, outcomes } = await waiting('push', ['email'], LIMIT);
    engine.clock.advance(39_000);
    terminal.news();
    engine.clock.advance(1_000);
    frontend.cancel();
    engine.clock.advance(600_000);
    await settled();
    expect(terminal.news()).toEqual(['Time is up. You were not signed in.']);
    expect(terminal.asked).toBeNull();
    expect(outcomes).toMatchObject([{ ...TIMED_OUT, method: 'push' }]);
  });

  it('says on a line of its own that the caller’s time limit has passed if no question is open', () => {
    const policy = policyWith({ endsAtMs: 9_000 });
    const { engine, terminal, outcomes } = begin({ username: 'alice', engine: { policy } });
    terminal.news();
    engine.clock.advance(8_000);
    expect(terminal.news().slice(-2)).toEqual(['', 'Time is up. You were not signed in.']);
    expect(outcomes).toMatchObject([TIMED_OUT]);
  });

  it('ends with the denial at the caller’s time limit if something could be done about it', async () => {
    const onLeave = (): void => {
      run.frontend.leave();
    };
    const run = begin({ username: 'alice', engine: { ...LIMIT.engine, onLeave } });
    await run.engine.last('init').answer(offering([]));
    expect(run.outcomes).toEqual([]);
    run.engine.clock.advance(41_000);
    await settled();
    expect(run.outcomes).toMatchObject([{ outcome: 'denied', reason: 'no-usable-method' }]);
    expect(run.terminal.asked).toBeNull();
  });

  it('ends with the caller’s time limit, and not with a network failure that something could be done about', async () => {
    const { engine, terminal, outcomes } = begin({ username: 'alice', ...LIMIT });
    await engine.last('init').fail(NETWORK);
    engine.clock.advance(40_000);
    expect(terminal.news().at(-1)).toBe('Time is up. You were not signed in.');
    expect(outcomes).toMatchObject([TIMED_OUT]);
  });

  it('takes no answer that comes when the login has moved on', async () => {
    const { engine, terminal, outcomes } = await waiting('totp');
    const answer = terminal.asked?.answer;
    await engine.approve();
    answer?.('123456');
    await settled();
    expect(engine.count('confirmCode')).toBe(0);
    expect(outcomes).toHaveLength(1);
  });
});

/** To the page of the service. */
async function atPage(purpose: 'verify' | 'denied-or-waiting' = 'verify') {
  const page = new FakeHostedPage();
  const policy = policyWith({ hostedPage: 'browser' });
  const run = begin({
    username: 'alice',
    isUsernameFixed: true,
    engine: { hostedPage: page.display, policy },
  });
  await settled();
  run.terminal.news();
  await run.engine.last('init').answer(hosting(purpose));
  return { page, ...run };
}

describe('the page of a prompt-capable application, on a terminal', () => {
  it('says the address and the keys of the service’s page, opens it again at p, and asks for the credentials at its callback', async () => {
    const { page, engine, terminal, outcomes } = await atPage();
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "
      Confirm on the service’s page
      It is open in your browser, or you open this address on this computer. Confirm there:
      https://mfa.example.com/api/transaction/process/abc
      Less than 5 minutes left.
      Type p (open the page again), m (more time) or q (quit) and press Enter.
      Your choice:␠"
    `);
    expect(terminal.addresses).toEqual([PAGE]);
    await terminal.type('p', '', 'x');
    expect(page.shown).toEqual([PAGE, PAGE]);
    expect(terminal.written).toContain('That is not one of the choices.');
    page.listeners?.onCallback({ state: 'ok', token: 'access-token' });
    expect(terminal.asked).toBeNull();
    expect(terminal.news()).toContain('Response received. Checking it with the service.');
    await engine.last('credentials').answer(ALICE);
    expect(terminal.news()).toContain('alice is confirmed.');
    expect(outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('tells the way out if no browser starts', async () => {
    const { page, terminal } = await atPage();
    page.listeners?.onFailed({ kind: 'browser', evidence: toEvidence`not opened` });
    expect(terminal.written).toContain(
      'The page could not be opened in your browser. Open the address yourself, on this computer.',
    );
  });

  it('ends the login at "q" while the service’s page is open', async () => {
    const { page, terminal, outcomes } = await atPage();
    await terminal.type('q');
    expect(outcomes).toMatchObject([{ outcome: 'cancelled' }]);
    expect(page.closed).toBe(1);
  });

  it('ends the login at a cancel on the service’s page', async () => {
    const { page, outcomes } = await atPage();
    page.listeners?.onCallback({ state: 'cancel' });
    expect(outcomes).toMatchObject([{ outcome: 'cancelled' }]);
    expect(page.closed).toBe(1);
  });

  it('ends at once if access is denied or pending, and prints the address of the service’s page', async () => {
    const { terminal, outcomes } = await atPage('denied-or-waiting');
    expect(transcript(terminal.news())).toMatchInlineSnapshot(`
      "
      You cannot sign in now
      The login service denies access, or an administrator has to approve your account first. Its page says more.
      https://mfa.example.com/api/transaction/process/abc"
    `);
    expect(outcomes).toMatchObject([{ outcome: 'denied', reason: 'denied-by-service' }]);
    expect(terminal.asked).toBeNull();
  });
});

const NAME = 'Username for the proxy: ';
const PASSWORD = 'Password for the proxy (not shown): ';
const BACK = 'Type the password and press Enter, or press Enter alone to go back to the username.';
const asks = (hasRefused: boolean): ServiceFailure => ({
  kind: 'proxy-login',
  evidence: toEvidence`ERR_PROXY_AUTH_REQUESTED`,
  proxy: { id: 'PROXY proxy.example:3128 basic', name: 'proxy.example:3128', hasRefused },
});

/** A login that a proxy stopped. */
async function stopped(isTaken = true) {
  const provided: (ProxyCredentials & Readonly<{ id: string }>)[] = [];
  const run = begin({
    username: 'alice',
    provideProxyLogin: (id, login) => {
      provided.push({ id, ...login });
      return isTaken;
    },
  });
  await run.engine.last('init').fail(asks(false));
  return { ...run, provided };
}

describe('a proxy that wants a login', () => {
  it('asks for the proxy’s username, then for its hidden password, and tries again', async () => {
    const { engine, terminal, provided } = await stopped();
    expect(transcript(terminal.news().slice(2))).toMatchInlineSnapshot(`
      "
      Sign in to the proxy
      The proxy proxy.example:3128 asks for a username and a password.
      Type the username and the password for it. They may differ from the ones that you sign in with here. If you do not have them, ask your administrator.
      Reference: proxy-login-required (init: ERR_PROXY_AUTH_REQUESTED)
      Type the username or q (quit) and press Enter.
      Username for the proxy:␠"
    `);
    expect(terminal.asked?.isHidden).toBe(false);
    engine.clock.advance(1000);
    await terminal.type('', 'alice at proxy');
    expect(terminal.news()).toEqual(['Type the username for the proxy.', NAME, BACK, PASSWORD]);
    expect(terminal.asked?.isHidden).toBe(true);
    await terminal.type(' hunter2 ');
    expect(provided).toEqual([
      { id: 'PROXY proxy.example:3128 basic', username: 'alice at proxy', password: ' hunter2 ' },
    ]);
    expect(engine.count('init')).toBe(2);
    expect(JSON.stringify([terminal.written, engine.logged])).not.toMatch(/hunter2|alice at proxy/);
  });

  it('says that the proxy did not take the last login, and asks for both again', async () => {
    const { engine, terminal } = await stopped();
    await terminal.type('alice', 'wrong');
    terminal.news();
    await engine.last('init').fail(asks(true));
    const news = terminal.news();
    expect(news).toContain('The proxy did not accept this username and password. Type them again.');
    expect(news.at(-1)).toBe(NAME);
  });

  it.each(['q', 'o', ' '])('takes the letter %j as the proxy’s password', async (password) => {
    const { engine, terminal, provided, outcomes } = await stopped();
    await terminal.type('alice');
    engine.clock.advance(1000);
    await terminal.type(password);
    expect(provided).toEqual([
      { id: 'PROXY proxy.example:3128 basic', username: 'alice', password },
    ]);
    expect(outcomes).toEqual([]);
  });

  it('returns to the proxy’s username on Enter alone, without a request', async () => {
    const { engine, terminal, provided } = await stopped();
    await terminal.type('alcie');
    engine.clock.advance(1000);
    terminal.news();
    await terminal.type('');
    expect(terminal.news()).toEqual(['Type the username or q (quit) and press Enter.', NAME]);
    expect({ provided, inits: engine.count('init') }).toEqual({ provided: [], inits: 1 });
    await terminal.type('alice', 'x');
    expect(provided).toMatchObject([{ username: 'alice', password: 'x' }]);
  });

  it('tries again even if the proxy does not ask any more', async () => {
    const { engine, terminal } = await stopped(false);
    await terminal.type('alice', 'x');
    expect(engine.count('init')).toBe(2);
  });

  it.each([
    ['q at the name', ['q']],
    ['the end of the input at the name', [null]],
    ['the end of the input at the password', ['alice', null]],
  ] as const)('ends for want of a login for the proxy at %s', async (_what, lines) => {
    const { terminal, outcomes, provided } = await stopped();
    await terminal.type(...lines);
    expect(provided).toEqual([]);
    expect(outcomes).toMatchObject([{ outcome: 'misconfigured', reason: 'proxy-login' }]);
    expect(terminal.asked).toBeNull();
  });

  it('ends like any other failure if the proxy that asks cannot be named', async () => {
    const { terminal } = await refusedWith({
      kind: 'proxy-login',
      evidence: toEvidence`HTTP 407`,
      proxy: null,
    });
    expect(terminal.asked?.prompt).toBe('Your choice: ');
  });
});

describe('the doctor', () => {
  const NAMED = 'To find the cause, run: gatehouse doctor';

  it('names the doctor once, after failures that the network or the set-up may cause', async () => {
    const { engine, terminal } = await refusedWith({ kind: 'portal', status: 511 });
    engine.clock.advance(1000);
    await terminal.type('');
    await engine.last('init').fail(NETWORK);
    expect(terminal.written.filter((line) => line === NAMED)).toHaveLength(1);
    expect(terminal.written.filter((line) => line.startsWith('Reference: '))).toHaveLength(2);
  });

  it.each([
    [null, 'gatehouse doctor'],
    ['/etc/payroll/login.json', 'gatehouse doctor --config /etc/payroll/login.json'],
    ["it's mine.json", String.raw`gatehouse doctor --config 'it'\''s mine.json'`],
    ['~root/$x', "gatehouse doctor --config '~root/$x'"],
  ])('names for the configuration %j the command %j of the doctor', (config, command) => {
    expect(doctorCommand(config)).toBe(command);
  });
});

describe('a guest network', () => {
  it('gives the address to open if a guest network wants a sign-in', async () => {
    const { terminal } = await refusedWith({ kind: 'portal', status: 511 });
    expect(terminal.news()).toContain('Open this address in a browser: http://mfa.example.com/');
    expect(terminal.addresses).toEqual(['http://mfa.example.com/']);
  });

  it('gives no address for a guest network if the service is asked over http', async () => {
    const { engine, terminal } = begin({ username: 'alice', portalProbeAddress: '' });
    await engine.last('init').fail({ kind: 'portal', status: 511 });
    expect(terminal.news().join('\n')).not.toContain('Open this address');
  });

  it.each<ServiceFailure>([
    { kind: 'page', status: 200 },
    { kind: 'redirected', status: 302, hasTarget: true },
  ])('names more than a guest network if another server answers with %o', async (failure) => {
    const { terminal } = await refusedWith(failure);
    const news = terminal.news().join('\n');
    expect(news).toContain('maintenance');
    expect(news).toContain('proxy');
    expect(news).not.toContain('Open this address');
  });

  it.each([
    ['https://mfa.example.com', 'http://mfa.example.com/'],
    ['https://mfa.example.com:8443/base?x=1', 'http://mfa.example.com/'],
    ['https://[2001:db8::1]:8443', 'http://[2001:db8::1]/'],
    ['http://127.0.0.1:4000', ''],
  ])(
    'gives for the service at %s the address %j of a sign-in to a guest network',
    (baseUrl, address) => {
      expect(portalProbeAddress(baseUrl)).toBe(address);
    },
  );
});
