import { startProxy } from '../../networks/support/proxies.ts';
import type { Scenario } from '../support/scenario.ts';
import { choose, endOf, FIRST_SCREEN, METHODS_SCREEN, SUCCESS } from '../support/screens.ts';

const PROXY_LOGIN = { username: 'proxy-user', password: 'right' };

/** What else can happen, and how a login ends. */
export const TURNS_AND_ENDS: readonly Scenario[] = [
  {
    name: 'wrong-code',
    about: 'A code that is wrong, twice.',
    act: async (listener) => {
      await choose(listener, 'totp');
      await listener.type('000001', 'a wrong code');
      await listener.hears('Return', 'Not right.', { keys: 'Return' });
      await listener.type('000002', 'another wrong code');
      await listener.hears('Return', 'Not right.', { keys: 'Return' });
    },
  },
  {
    name: 'denied',
    about: 'The service denies the person.',
    act: async ({ type, press }) => {
      await type('denied');
      await press('Return', endOf('denied'));
    },
  },
  {
    name: 'denied-on-the-phone',
    about: 'The person denies the login on the phone.',
    act: async (listener) => {
      await choose(listener, 'push');
      const { tid } = await listener.person.delivered('alice', 'push');
      await listener.happens('Deny on the phone', () => listener.person.deny(tid), endOf('denied-by-person'));
    },
  },
  {
    name: 'waiting',
    about: 'The account is not approved yet; the person checks again.',
    act: async ({ type, press, hears }) => {
      await type('waiting');
      await press('Return', { heading: 'Not approved yet', instruction: 'Open this address' });
      await press('Tab');
      await press('Tab');
      await hears('Return', 'Still not approved.', { keys: 'Return' });
    },
  },
  {
    name: 'bypass',
    about: 'The service asks for no confirmation.',
    act: async ({ type, press }) => {
      await type('bypassed');
      await press('Return', {
        heading: 'No verification needed',
        instruction: 'without asking for a confirmation',
      });
    },
  },
  {
    name: 'expired',
    about: 'The time has passed at the service before the code comes.',
    act: async (listener) => {
      const { person, type, press } = listener;
      await choose(listener, 'sms');
      const { tid, code = '' } = await person.delivered('alice', 'sms');
      await person.expire(tid);
      await type(code, 'the code');
      await press('Return', endOf('expired'));
    },
  },
  {
    name: 'possibly-missed',
    endsInEitherOrder: true,
    about: 'The connection is lost and comes back: an approval may have been missed.',
    act: async (listener) => {
      const { person, hears } = listener;
      await choose(listener, 'push');
      // In two acts: a connection that is back at once is told by the focus on the button too, in either order.
      await hears('The connection is lost', 'Reconnecting.', {
        act: () => person.fault({ path: 'realtime', kind: 'reset' }, { path: 'realtime', kind: 'drop-now' }),
      });
      await hears('The connection is back', 'may have been missed', { act: () => person.clearFaults() });
    },
  },
  {
    name: 'time-running-out',
    about: 'Nobody answers: the time is told, and runs out.',
    config: { login: { timeouts: { approvalSeconds: 12 } } },
    act: async (listener) => {
      await choose(listener, 'push');
      await listener.hears('Ten seconds are left', '10 seconds left.');
      await listener.happens('The time is up', () => Promise.resolve(), endOf('timed-out'));
    },
  },
  {
    name: 'back',
    about: 'Back to the list of ways, and back to the name.',
    act: async (listener) => {
      await choose(listener, 'push');
      await listener.press('Escape', METHODS_SCREEN);
      await listener.press('Tab');
      await listener.press('Escape', FIRST_SCREEN);
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
    act: async (listener) => {
      const { type, press, hears } = listener;
      await type('alice');
      await press('Return', {
        heading: 'Sign in to the proxy',
        instruction: 'asks for a username and a password',
      });
      await type(PROXY_LOGIN.username);
      await press('Tab');
      await type('wrong');
      await hears('Return', 'did not accept', { keys: 'Return' });
      await type(PROXY_LOGIN.password, 'the right password');
      await press('Return', METHODS_SCREEN);
    },
  },
  {
    name: 'hosted-page',
    about: 'The page of the service in the window: into it, out of it to hear its address, back, a passcode.',
    config: { service: { applicationType: 'prompt' } },
    applicationType: 'prompt',
    act: async ({ person, type, press, toPage, cross, back, hears }) => {
      await type('totp-only');
      const screen = {
        heading: 'Confirm on the service’s page',
        instruction: 'What follows is a page of the login service',
      };
      await toPage('Return', screen, 'Log in to');
      await cross('Tab', 'Passcode');
      await press('Tab');
      await press('shift+Tab');
      await cross('F6', 'Page of the login service');
      await hears('Up', '/api/transaction/process/', { keys: 'Up' });
      await cross('F6', 'Passcode');
      await hears('Return', 'Code of your authenticator app', { keys: 'Return' });
      await type((await person.codes('totp-only')).totp, 'the code');
      // The service names no application to a prompt-capable one.
      await back('Return', { ...SUCCESS, instruction: 'is confirmed' });
    },
  },
  {
    name: 'key-store',
    about: 'The key store cannot decrypt what was stored.',
    config: { service: { systemToken: null }, credentials: { secretKeyFile: null } },
    // Broken whatever the key store of this session is, and so never asked of one.
    files: { 'credentials.json': '{}' },
    act: async ({ type, press }) => {
      await type('alice');
      await press('Return', endOf('key-store-unreadable'));
    },
  },
  {
    name: 'doctor',
    about: 'The connection check, and back.',
    act: async ({ press, hears }) => {
      await press('shift+Tab');
      const screen = { heading: 'Connection check', instruction: 'Checking' };
      await hears('Return', 'Logins should work.', { keys: 'Return', screen });
      await press('Tab');
      await press('Escape', FIRST_SCREEN);
    },
  },
];
