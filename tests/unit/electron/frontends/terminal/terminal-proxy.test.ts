import { describe, expect, it } from 'vitest';
import { doctorCommand } from '../../../../../electron/frontends/terminal/doctor-offer.ts';
import { signInAddress } from '../../../../../electron/frontends/terminal/lines.ts';
import type { ProxyCredentials } from '../../../../../electron/network/proxy-credentials.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { NETWORK } from '../../../../support/login-fixtures.ts';
import { begin, waiting } from './terminal-sitting.ts';

const NAME = 'Username for the proxy: ';
const PASSWORD = 'Password for the proxy (not shown): ';
const BACK = 'Type the password and press Enter, or press Enter alone to go back to the username.';
const asks = (hasRefused: boolean): ServiceFailure => ({
  kind: 'proxy-login',
  evidence: 'ERR_PROXY_AUTH_REQUESTED',
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
  it('asks for the name, then for the password, which is not shown, and tries again', async () => {
    const { engine, terminal, provided } = await stopped();
    expect(terminal.news().slice(2)).toEqual([
      '',
      'Sign in to the proxy',
      'The proxy proxy.example:3128 asks for a username and a password.',
      'Type the username and the password for it. They may differ from the ones that you sign in with here. If you do not have them, ask your administrator.',
      'Reference: proxy-login-required (init: ERR_PROXY_AUTH_REQUESTED)',
      'Type the username or q (quit) and press Enter.',
      NAME,
    ]);
    expect(terminal.asked?.hidden).toBe(false);
    engine.clock.advance(1000);
    await terminal.type('', 'alice at proxy');
    expect(terminal.news()).toEqual(['Type the username for the proxy.', NAME, BACK, PASSWORD]);
    expect(terminal.asked?.hidden).toBe(true);
    await terminal.type(' hunter2 ');
    expect(provided).toEqual([
      { id: 'PROXY proxy.example:3128 basic', username: 'alice at proxy', password: ' hunter2 ' },
    ]);
    expect(engine.count('init')).toBe(2);
    expect(JSON.stringify([terminal.written, engine.logged])).not.toMatch(/hunter2|alice at proxy/);
  });

  it('says that it did not take the last one, and asks for both again', async () => {
    const { engine, terminal } = await stopped();
    await terminal.type('alice', 'wrong');
    terminal.news();
    await engine.last('init').fail(asks(true));
    const news = terminal.news();
    expect(news).toContain('The proxy did not accept this username and password. Type them again.');
    expect(news.at(-1)).toBe(NAME);
  });

  it('takes any letter as a password', async () => {
    for (const password of ['q', 'o', ' ']) {
      const { engine, terminal, provided, outcomes } = await stopped();
      await terminal.type('alice');
      engine.clock.advance(1000);
      await terminal.type(password);
      expect(provided).toEqual([{ id: 'PROXY proxy.example:3128 basic', username: 'alice', password }]);
      expect(outcomes).toEqual([]);
    }
  });

  it('goes back to the name with Enter alone, and sends nothing', async () => {
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

  it('tries again also where the proxy does not ask any more', async () => {
    const { engine, terminal } = await stopped(false);
    await terminal.type('alice', 'x');
    expect(engine.count('init')).toBe(2);
  });

  it.each([
    ['q at the name', ['q']],
    ['the end of the input at the name', [null]],
    ['the end of the input at the password', ['alice', null]],
  ] as const)('%s quits with what happened', async (_what, lines) => {
    const { terminal, outcomes, provided } = await stopped();
    await terminal.type(...lines);
    expect(provided).toEqual([]);
    expect(outcomes).toMatchObject([{ outcome: 'misconfigured', reason: 'proxy-login' }]);
    expect(terminal.asked).toBeNull();
  });

  it('that cannot be named is an end like any other', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    await engine.last('init').fail({ kind: 'proxy-login', evidence: 'HTTP 407', proxy: null });
    expect(terminal.asked?.prompt).toBe('Your choice: ');
  });
});

describe('the doctor', () => {
  const NAMED = 'To find the cause, run: gatehouse doctor';

  it('is named once, after ends that the network or the set-up may be the reason of', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    await engine.last('init').fail({ kind: 'portal', status: 511 });
    engine.clock.advance(1000);
    await terminal.type('');
    await engine.last('init').fail(NETWORK);
    expect(terminal.written.filter((line) => line === NAMED)).toHaveLength(1);
    expect(terminal.written.filter((line) => line.startsWith('Reference: '))).toHaveLength(2);
  });

  it('is not named where the service refused, or a proxy can be answered', async () => {
    const { engine, terminal } = await waiting('push');
    engine.eventChannel.handlers.onEvent({ kind: 'denied' });
    expect(terminal.written).toContain('Access Denied!');
    const atProxy = await stopped();
    expect([...terminal.written, ...atProxy.terminal.written]).not.toContain(NAMED);
  });

  it.each([
    [null, 'gatehouse doctor'],
    ['/etc/payroll/login.json', 'gatehouse doctor --config /etc/payroll/login.json'],
    ["it's mine.json", String.raw`gatehouse doctor --config 'it'\''s mine.json'`],
    ['~root/$x', "gatehouse doctor --config '~root/$x'"],
  ])('looks at the configuration %j by %j', (config, command) => {
    expect(doctorCommand(config)).toBe(command);
  });
});

describe('a guest network', () => {
  it('that wants a sign-in: the address to open', async () => {
    const { engine, terminal } = begin({ username: 'alice' });
    await engine.last('init').fail({ kind: 'portal', status: 511 });
    expect(terminal.news()).toContain('Open this address in a browser: http://mfa.example.com/');
    expect(terminal.addresses).toEqual(['http://mfa.example.com/']);
  });

  it('has no address to open where the service is asked over http', async () => {
    const { engine, terminal } = begin({ username: 'alice', signInAddress: '' });
    await engine.last('init').fail({ kind: 'redirected', status: 302, hasTarget: true });
    expect(terminal.news().join('\n')).not.toContain('Open this address');
  });

  it.each([
    ['https://mfa.example.com', 'http://mfa.example.com/'],
    ['https://mfa.example.com:8443/base?x=1', 'http://mfa.example.com/'],
    ['https://[2001:db8::1]:8443', 'http://[2001:db8::1]/'],
    ['http://127.0.0.1:4000', ''],
  ])('%s is asked for at %j', (baseUrl, address) => {
    expect(signInAddress(baseUrl)).toBe(address);
  });
});
