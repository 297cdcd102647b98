import { describe, expect, it } from 'vitest';
import {
  parsePromptCredentials,
  parsePromptInit,
} from '../../../../shared/service/prompt-answers.ts';

const PAGE = 'https://mfa.example.com/page';
const addressOf = (webUri: string) =>
  webUri === PAGE ? ({ purpose: 'verify', tid: 'abc' } as const) : null;

describe('init of a prompt-capable application (specification 4.1)', () => {
  it('has an address, and names no application or company', () => {
    expect(parsePromptInit({ webURI: PAGE, more: 1 }, addressOf)).toEqual({
      ok: true,
      value: {
        status: 'hosted-page',
        webUri: PAGE,
        purpose: 'verify',
        tid: 'abc',
        requester: { application: '', company: '' },
      },
    });
  });

  it.each([
    ['pending', { status: 'pending', methods: ['push'], tid: 't' }],
    ['waiting, with an address of its own', { status: 'waiting', webURI: PAGE, methods: [] }],
    ['methods alone', { methods: [] }],
    ['an unknown status', { status: null, webURI: PAGE }],
  ])('of a promptless one is known as such: %s', (_, result) => {
    expect(parsePromptInit(result, addressOf)).toMatchObject({
      value: { status: 'promptless-flow', tid: '' },
    });
  });

  it.each([
    ['nothing', undefined, 'result'],
    ['true', true, 'result'],
    ['a list', [PAGE], 'result'],
    ['no address: once that meant that no confirmation is needed', {}, 'result.webURI'],
    ['null', { webURI: null }, 'result.webURI'],
    ['an empty one', { webURI: '' }, 'result.webURI'],
    ['a number', { webURI: 7 }, 'result.webURI'],
    ['a page elsewhere', { webURI: 'https://evil.example/page' }, 'result.webURI'],
  ])('is malformed with %s', (_, result, evidence) => {
    expect(parsePromptInit(result, addressOf)).toEqual({ ok: false, error: evidence });
  });
});

describe('an address', () => {
  const parse = (webURI: unknown) =>
    parsePromptInit({ webURI }, () => ({ purpose: 'verify', tid: 'abc' }));

  it('is a text of at most 4096 characters, whatever it says', () => {
    expect(parse('a'.repeat(4096)).ok).toBe(true);
    expect(parse('a'.repeat(4097)).ok).toBe(false);
    expect(parse([PAGE]).ok).toBe(false);
  });
});

describe('credentials of a prompt-capable application (specification 4.7)', () => {
  const answer = { systemToken: 'TOKEN', username: 'alice', email: 'alice@example.com' };

  it('names our application and the person', () => {
    expect(parsePromptCredentials({ ...answer, consumerParams: { a: 1 } }, 'TOKEN')).toEqual({
      ok: true,
      value: { username: 'alice', email: 'alice@example.com', consumerParams: null },
    });
    expect(parsePromptCredentials({ ...answer, email: null }, 'TOKEN')).toMatchObject({
      value: { email: '' },
    });
  });

  it.each([
    ['SEC-82: another application', { ...answer, systemToken: 'OTHER' }, 'result.systemToken'],
    ['SEC-82: no application', { username: 'alice', email: '' }, 'result.systemToken'],
    ['SEC-82: null', { ...answer, systemToken: null }, 'result.systemToken'],
    ['nobody', { ...answer, username: '' }, 'result.username'],
    ['no name', { ...answer, username: undefined }, 'result.username'],
    ['no email address but a number', { ...answer, email: 7 }, 'result.email'],
    ['nothing', undefined, 'result'],
  ])('is malformed for %s', (_, result, evidence) => {
    expect(parsePromptCredentials(result, 'TOKEN')).toEqual({ ok: false, error: evidence });
  });
});
