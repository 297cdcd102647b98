import * as z from 'zod/mini';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { callMemberOf } from '../../shared/ipc/call-member.ts';
import { CHANNELS, memberOf, type AppInfo, type ChannelName } from '../../shared/ipc/channels.ts';
import { ARGUMENTS, CALLS, type Bridge, type EventName } from '../../shared/ipc/contract.ts';
import { goodArgumentFor } from '../support/ipc-arguments.ts';
import type { NumberedView } from '../../shared/login/view/login-view.ts';

const NAMES = Object.keys(CHANNELS) as ChannelName[];
const SECRET = /key|secret|token|password|signature|credential/i;

describe('the list of channels', () => {
  it('gives each channel a name of the usual form', () => {
    for (const name of NAMES) expect(name).toMatch(/^[a-z]+:[a-z]+(-[a-z]+)*$/);
  });

  it('keeps to 26 channels, one of them an event', () => {
    expect(NAMES.length).toBeLessThanOrEqual(26);
    expect(NAMES.filter((name) => CHANNELS[name].kind === 'event')).toEqual(['login:view-changed']);
  });

  it('offers no channel that sends, calls or runs what the page wants', () => {
    // `run-doctor` runs one fixed operation and takes no argument.
    expect(NAMES.filter((name) => /:(send|invoke|call|emit|eval|run|exec)/.test(name))).toEqual([
      'app:run-doctor',
    ]);
  });

  it('defines a schema of arguments for each call, and no other', () => {
    const calls = NAMES.filter((name) => CHANNELS[name].kind !== 'event');
    expect(Object.keys(ARGUMENTS).sort()).toEqual([...calls].sort());
    expect([...CALLS].sort()).toEqual([...calls].sort());
  });

  it('shows each channel under a member of its own', () => {
    const members = NAMES.map((name) => memberOf(name).join('.'));
    expect(new Set(members).size).toBe(NAMES.length);
    expect(memberOf('login:get-view')).toEqual(['login', 'getView']);
    expect(memberOf('login:view-changed')).toEqual(['login', 'onViewChanged']);
    expect(memberOf('app:open-enrolment')).toEqual(['app', 'openEnrolment']);
  });

  it('calls each channel in the page by the member that the preload shows', () => {
    for (const name of CALLS) expect(callMemberOf(name)).toEqual(memberOf(name));
  });

  it('names no secret in channels and arguments but the proxy password', () => {
    for (const name of NAMES) expect(name).not.toMatch(SECRET);
    const secrets = CALLS.flatMap((name) => {
      const schema = z.toJSONSchema(ARGUMENTS[name]) as { properties?: object };
      const members = Object.keys(schema.properties ?? {});
      return members.filter((member) => SECRET.test(member)).map((member) => `${name} ${member}`);
    });
    // The only secret: a person types it, and it goes one way only. No part of it ever returns.
    expect(secrets).toEqual(['login:submit-proxy-login password']);
  });
});

describe('the types', () => {
  it('gives the page’s bridge exactly the members that are written out here', () => {
    expectTypeOf<keyof Bridge>().toEqualTypeOf<'login' | 'app'>();
    // Written out on purpose: an addition to the page's bridge must be made here too.
    expectTypeOf<keyof Bridge['login']>().toEqualTypeOf<
      | 'getView'
      | 'submitUsername'
      | 'chooseMethod'
      | 'submitCode'
      | 'submitProxyLogin'
      | 'keepWaiting'
      | 'showPageAgain'
      | 'goBack'
      | 'retry'
      | 'cancel'
      | 'reportNotStarted'
      | 'finish'
      | 'onViewChanged'
    >();
    expectTypeOf<keyof Bridge['app']>().toEqualTypeOf<
      | 'getInfo'
      | 'copyText'
      | 'placeHostedPage'
      | 'focusHostedPage'
      | 'openEnrolment'
      | 'openAuthenticator'
      | 'openNetworkSignIn'
      | 'runDoctor'
      | 'makeSupportFile'
      | 'saveSupportFile'
      | 'reportDrawn'
      | 'quit'
    >();
    expectTypeOf<EventName>().toEqualTypeOf<'login:view-changed'>();
  });

  it('gives views and app info no secret member', () => {
    type Secret =
      `${string}${'key' | 'Key' | 'secret' | 'Secret' | 'token' | 'Token' | 'tid'}${string}`;
    type MembersOf<Value> = Value extends object ? keyof Value : never;
    type View = NumberedView['view'];
    // `configKey` is the name of a configuration key, for the administrator to fill.
    expectTypeOf<Extract<MembersOf<View>, Secret>>().toEqualTypeOf<'configKey'>();
    expectTypeOf<Extract<keyof AppInfo, Secret>>().toEqualTypeOf<never>();
  });
});

describe('each argument', () => {
  it.each(CALLS)('accepts only its own object as the argument of %s', (name) => {
    const good = goodArgumentFor(name);
    expect(ARGUMENTS[name].safeParse(good).success).toBe(true);
    for (const bad of [undefined, null, 0, '', 'text', true, [], [good], () => good]) {
      expect([bad, ARGUMENTS[name].safeParse(bad).success]).toEqual([bad, false]);
    }
    expect(ARGUMENTS[name].safeParse({ ...good, extra: 1 }).success).toBe(false);
    for (const member of Object.keys(good)) {
      // Values of another type; for a number of pixels, also impossible positions.
      const isNumber = typeof good[member] === 'number';
      for (const bad of isNumber ? ['7', -1, NaN, Infinity, 100_001, null] : [7, null]) {
        expect([bad, ARGUMENTS[name].safeParse({ ...good, [member]: bad }).success]).toEqual([
          bad,
          false,
        ]);
      }
      expect(ARGUMENTS[name].safeParse({ ...good, [member]: undefined }).success).toBe(false);
      expect(ARGUMENTS[name].safeParse({ ...good, [member]: 'x'.repeat(4097) }).success).toBe(
        false,
      );
    }
  });

  it('keeps the typed text unchanged', () => {
    for (const username of ['', ' ', 'al\u202eice', '🙂', 'x'.repeat(4096), '\u0000']) {
      expect(ARGUMENTS['login:submit-username'].parse({ username })).toEqual({ username });
    }
  });
});
