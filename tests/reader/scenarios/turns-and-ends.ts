import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import { startProxy } from '../../networks/support/proxies.ts';
import type { Scenario } from '../support/scenario.ts';
import { REQUESTER, choose, toMethods } from '../support/screens.ts';

const PROXY_LOGIN = { username: 'proxy-user', password: 'right' };

/** Other events, and the ends of a login. */
export const TURNS_AND_ENDS: readonly Scenario[] = [
  {
    name: 'second-start',
    about: 'The window is shown by the look that an earlier start has left.',
    earlierConfig: {},
    act: async (listener) => {
      await toMethods(listener);
    },
  },
  {
    name: 'look-changed',
    about:
      'The window is shown by a remembered look that is no longer true, and changes its picture.',
    earlierConfig: { theme: 'light', brand: { accent: '#b01030' } },
    config: { theme: 'dark', brand: { accent: '#1060b0', help: 'Call 4711' } },
    act: async (listener) => {
      await toMethods(listener);
    },
  },
  {
    name: 'wrong-code',
    about: 'A code that is wrong, twice.',
    act: async (listener) => {
      const notRight = listener.strings.codeProblem(
        { kind: 'wrong', serviceText: null, tries: 1 },
        'totp',
      );
      await choose(listener, 'totp');
      await listener.type('000001', 'a wrong code');
      await listener.hears('Return', notRight, { key: 'Return' });
      await listener.type('000002', 'another wrong code');
      await listener.hears('Return', notRight, { key: 'Return' });
    },
  },
  {
    name: 'denied',
    about: 'The service denies the person.',
    act: async ({ type, press, screens }) => {
      await type('denied');
      await press('Return', screens.end('denied'));
    },
  },
  {
    name: 'denied-on-the-phone',
    about: 'The person denies the login on the phone.',
    act: async (listener) => {
      const { person, happens, screens } = listener;
      await choose(listener, 'push');
      const { tid } = await person.delivered('alice', 'push');
      await happens('Deny on the phone', () => person.deny(tid), screens.end('denied-by-person'));
    },
  },
  {
    name: 'waiting',
    about: 'The account is not approved yet; the person checks again.',
    act: async ({ type, press, hears, strings, screens }) => {
      await type('waiting');
      await press('Return', screens.waiting);
      await press('Tab');
      await press('Tab');
      await hears('Return', strings.formatMessage('window.waiting.still'), { key: 'Return' });
    },
  },
  {
    name: 'bypass',
    about: 'The service asks for no confirmation.',
    act: async ({ type, press, screens }) => {
      await type('bypassed');
      await press('Return', screens.bypassed);
    },
  },
  {
    name: 'expired',
    about: 'The time has passed at the service before the code comes.',
    act: async (listener) => {
      const { person, type, press, screens } = listener;
      await choose(listener, 'sms');
      const { tid, code = '' } = await person.delivered('alice', 'sms');
      await person.expire(tid);
      await type(code, 'the code');
      await press('Return', screens.end('expired'));
    },
  },
  {
    name: 'code-beside-push',
    about: 'The field for a code beside a push that waits: sent empty, then the push is approved.',
    act: async (listener) => {
      const { person, press, hears, happens, strings, screens } = listener;
      await choose(listener, 'push');
      const { tid } = await person.delivered('alice', 'push');
      await press('Tab');
      const empty = strings.codeProblem({ kind: 'empty', tries: 1 }, 'totp');
      await hears('Return', empty, { key: 'Return' });
      await happens(
        'Approve on the phone',
        () => person.approve(tid),
        screens.success('alice', REQUESTER),
      );
    },
  },
  {
    name: 'possibly-missed',
    endsInEitherOrder: true,
    about: 'The connection is lost and comes back: an approval may have been missed.',
    act: async (listener) => {
      const { person, hears, strings } = listener;
      const missed = strings.notice({ kind: 'possibly-missed' }, strings.methods.push.again);
      await choose(listener, 'push');
      // In two acts: a connection that is back at once is told by the focus on the button too, in
      // either order.
      await hears('The connection is lost', strings.formatMessage('state.reconnecting'), {
        act: () =>
          person.fault({ path: 'realtime', kind: 'reset' }, { path: 'realtime', kind: 'drop-now' }),
      });
      await hears('The connection is back', missed, { act: () => person.clearFaults() });
    },
  },
  {
    name: 'time-running-out',
    about: 'Nobody answers: the time is told, and runs out.',
    // Long enough for a busy machine to read the screen out before ten seconds are left.
    config: { login: { timeouts: { approvalSeconds: 25 } } },
    act: async (listener) => {
      const { hears, happens, strings, screens } = listener;
      await choose(listener, 'push');
      await hears('Ten seconds are left', strings.milestone(10_000, true));
      await happens('The time is up', () => Promise.resolve(), screens.end('timed-out'));
    },
  },
  {
    name: 'back',
    about: 'Back to the list of ways, and back to the name.',
    act: async (listener) => {
      const { press, screens } = listener;
      await choose(listener, 'push');
      await press('Escape', screens.methods);
      await press('Tab');
      await press('Escape', screens.username);
    },
  },
  {
    name: 'proxy-login',
    about: 'A proxy asks for a login, gets a wrong one, then the right one.',
    between: async (emulator) => {
      const target = { host: '127.0.0.1', port: Number(new URL(emulator.url).port) };
      const proxy = await startProxy({ target, login: PROXY_LOGIN });
      return { config: { service: { proxy: proxy.url } }, close: () => proxy.close() };
    },
    act: async ({ type, press, hears, strings, screens }) => {
      await type('alice');
      await press('Return', screens.proxyLogin);
      await type(PROXY_LOGIN.username);
      await press('Tab');
      await type('wrong');
      await hears('Return', strings.formatMessage('proxy.refused'), { key: 'Return' });
      await type(PROXY_LOGIN.password, 'the right password');
      await press('Return', screens.methods);
    },
  },
  {
    name: 'hosted-page',
    about:
      'The page of the service in the window: into it, out of it to hear its address, back, a passcode.',
    config: { service: { applicationType: 'prompt' } },
    applicationType: 'prompt',
    act: async ({ person, type, press, toPage, cross, back, hears, strings, screens }) => {
      await type('totp-only');
      await toPage('Return', screens.hostedPage, 'Log in to');
      await cross('Tab', 'Passcode');
      await press('Tab');
      await press('shift+Tab');
      await cross('F6', strings.formatMessage('window.page.page-label'));
      await hears('Up', '/api/transaction/process/', { key: 'Up' });
      await cross('F6', 'Passcode');
      await hears('Return', 'Code of your authenticator app', { key: 'Return' });
      await type((await person.codes('totp-only')).totp, 'the code');
      // The service names no application to a prompt-capable one.
      await back('Return', screens.success('totp-only', NO_REQUESTER));
    },
  },
  {
    name: 'key-store',
    about: 'The key store cannot decrypt the stored keys.',
    config: { service: { systemToken: null }, credentials: { secretKeyFile: null } },
    // Broken whatever the key store of this session is, and so never asked of one.
    files: { 'credentials.json': '{}' },
    act: async ({ type, press, screens }) => {
      await type('alice');
      await press('Return', screens.end('key-store-unreadable'));
    },
  },
  {
    name: 'doctor',
    about: 'The connection check, and back.',
    act: async ({ press, hears, eachWarningSays, screens }) => {
      await press('shift+Tab');
      await hears('Return', eachWarningSays, { key: 'Return', screen: screens.doctor });
      await press('Tab');
      await press('Escape', screens.username);
    },
  },
];
