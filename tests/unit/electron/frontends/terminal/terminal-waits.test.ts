import { describe, expect, it } from 'vitest';
import { tooMany, WRONG_CODE } from '../../../../support/login-fixtures.ts';
import { waiting } from './terminal-sitting.ts';

describe('a code', () => {
  it.each([
    ['XK4821QZ', 'XK4821QZ'],
    ['AB12-3456', 'AB12-3456'],
    ['Your code is 918 273', '918273'],
  ])('%s is sent as in the window: %s', async (typed, code) => {
    const { engine, terminal } = await waiting('totp');
    await terminal.type(typed);
    expect(engine.last('confirmCode').given[1]).toBe(code);
  });

  it('is asked for until it is right, and is written nowhere', async () => {
    const { engine, terminal, outcomes } = await waiting('totp');
    expect(terminal.written.slice(-7)).toEqual([
      '',
      'Type the code in your app',
      'Ready for the code.',
      'Your authenticator app shows it.',
      'Less than 2 minutes left.',
      'Type the code, o (other methods), m (more time) or q (quit) and press Enter.',
      'Code (6 digits, or a bypass code): ',
    ]);
    expect(terminal.asked?.hidden).toBe(false);
    terminal.news();
    await terminal.type('', '918273');
    expect(engine.last('confirmCode').given[1]).toBe('918273');
    expect(terminal.asked).toBeNull();
    await engine.last('confirmCode').fail(WRONG_CODE);
    expect(terminal.news()).toEqual([
      'Type the code first.',
      'Code (6 digits, or a bypass code): ',
      'Asking the service…',
      'Wrong code. Type the code that your app shows now.',
      'The service says: “PasscodeException message”',
      'Code (6 digits, or a bypass code): ',
    ]);
    await terminal.type('645546');
    await engine.last('confirmCode').answer(true);
    expect(terminal.news()).toContain('The code is right. The service is confirming it.');
    await engine.approve();
    expect(terminal.news()).toContain('alice is confirmed for Payroll, Northwind.');
    expect(outcomes).toMatchObject([{ outcome: 'confirmed', username: 'alice', method: 'totp' }]);
    expect(JSON.stringify([terminal.written, engine.logged])).not.toMatch(/918273|645546/);
    expect(engine.count('init')).toBe(1);
  });

  it('of a security key is not shown', async () => {
    const { engine, terminal } = await waiting('yotp');
    expect(terminal.asked).toMatchObject({ hidden: true, prompt: expect.stringContaining('not shown') });
    expect(terminal.written.at(-2)).toBe(
      'Touch the key, or type o (other methods), m (more time) or q (quit) and press Enter.',
    );
    await terminal.type('cccccccfgkj');
    expect(engine.last('confirmSecurityKey').given).toEqual(['K', 'cccccccfgkj']);
    expect(terminal.written.join()).not.toContain('fgkj');
  });

  it('is not sent where a key is meant', async () => {
    const { engine, terminal } = await waiting('totp', []);
    await terminal.type('o', 'a', 'm');
    expect(engine.count('confirmCode')).toBe(0);
    expect(terminal.written.filter((line) => line === 'That is not one of the choices.')).toHaveLength(2);
  });

  it('waits for a pause that the service wants', async () => {
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

  it('that was wrong is told once, whatever else changes', async () => {
    const { engine, terminal } = await waiting('totp');
    await terminal.type('111111');
    await engine.last('confirmCode').fail(WRONG_CODE);
    terminal.news();
    engine.eventChannel.handlers.onLost('one');
    engine.clock.advance(2_000);
    expect(terminal.news()).toEqual(['The connection to the service was lost. Reconnecting.']);
  });

  it('that is too short is said, and sent when it comes again', async () => {
    const { engine, terminal } = await waiting('totp');
    terminal.news();
    await terminal.type('1234');
    expect(terminal.news()[0]).toBe('This code looks too short. Check it, or send it again as it is.');
    expect(engine.count('confirmCode')).toBe(0);
    await terminal.type('1234');
    expect(engine.count('confirmCode')).toBe(1);
  });

  it('whose confirmation does not arrive can be repaired', async () => {
    const { engine, terminal } = await waiting('totp');
    await terminal.type('123456');
    await engine.last('confirmCode').answer(true);
    terminal.news();
    // Input typed meanwhile belongs to the command.
    expect(terminal.asked).toBeNull();
    engine.clock.advance(10_000);
    expect(terminal.news()).toEqual([
      'The code was right, but no confirmation arrived: type “a”.',
      'Type a (Start over), o (other methods), m (more time) or q (quit) and press Enter.',
      'Your choice: ',
    ]);
    await terminal.type('a');
    expect(engine.last('selectMethod').given[1]).toBe('totp');
  });
});
