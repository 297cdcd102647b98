import { describe, expect, it } from 'vitest';
import {
  parsePromptCredentials,
  parsePromptInit,
} from '../../../../shared/service/prompt-answers.ts';

const PAGE = 'https://mfa.example.com/page';
const addressOf = (webUri: string) =>
  webUri === PAGE ? ({ purpose: 'verify', tid: 'abc' } as const) : null;

describe('init of a prompt-capable application (specification 4.1)', () => {
  it('reads an address in the answer of init, and no application or company', () => {
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
  ])('knows a promptless application by its answer: %s', (_, result) => {
    expect(parsePromptInit(result, addressOf)).toMatchObject({
      value: { status: 'promptless-flow', tid: '' },
    });
  });

  it.each([
    ['nothing in it', undefined, 'result'],
    ['true in it', true, 'result'],
    ['a list in it', [PAGE], 'result'],
    ['no address, which once meant that no confirmation is needed', {}, 'result.webURI'],
    ['null for an address', { webURI: null }, 'result.webURI'],
    ['an empty address', { webURI: '' }, 'result.webURI'],
    ['a number for an address', { webURI: 7 }, 'result.webURI'],
    ['a page elsewhere', { webURI: 'https://evil.example/page' }, 'result.webURI'],
  ])('refuses an answer of init with %s', (_, result, evidence) => {
    expect(parsePromptInit(result, addressOf)).toEqual({ ok: false, error: evidence });
  });
});

describe('an address', () => {
  const parse = (webURI: unknown) =>
    parsePromptInit({ webURI }, () => ({ purpose: 'verify', tid: 'abc' }));

  it('takes an address of at most 4096 characters, whatever it says', () => {
    expect(parse('a'.repeat(4096)).ok).toBe(true);
    expect(parse('a'.repeat(4097)).ok).toBe(false);
    expect(parse([PAGE]).ok).toBe(false);
  });
});

describe('credentials of a prompt-capable application (specification 4.7)', () => {
  const answer = { systemToken: 'TOKEN', username: 'alice', email: 'alice@example.com' };

  it('takes credentials that name our application and the person', () => {
    expect(parsePromptCredentials({ ...answer, consumerParams: { a: 1 } }, 'TOKEN')).toEqual({
      ok: true,
      value: { username: 'alice', email: 'alice@example.com', consumerParams: null },
    });
    expect(parsePromptCredentials({ ...answer, email: null }, 'TOKEN')).toMatchObject({
      value: { email: '' },
    });
  });

  it.each([
    ['another application', { ...answer, systemToken: 'OTHER' }],
    ['no application', { username: 'alice', email: '' }],
    ['null for an application', { ...answer, systemToken: null }],
  ])('refuses credentials that name %s (SEC-82)', (_, result) => {
    expect(parsePromptCredentials(result, 'TOKEN')).toEqual({
      ok: false,
      error: 'result.systemToken',
    });
  });

  it.each([
    ['an empty name', { ...answer, username: '' }, 'result.username'],
    ['no name', { ...answer, username: undefined }, 'result.username'],
    ['a number for an email address', { ...answer, email: 7 }, 'result.email'],
    ['nothing in them', undefined, 'result'],
  ])('refuses credentials with %s', (_, result, evidence) => {
    expect(parsePromptCredentials(result, 'TOKEN')).toEqual({ ok: false, error: evidence });
  });
});
