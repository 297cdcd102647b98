import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelsOf, parseServiceEvent } from '../../../../shared/service/events.ts';
import { anyCharacter } from '../../../support/random/any-character.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';

const TID = 'tid-1';
const CHANNEL = `transactionConfirmation.${TID}`;
const CONFIRMED = { kind: 'confirmed', token: 'T' };
const parse = (name: string, ...args: readonly unknown[]) => parseServiceEvent(name, args, TID);

describe('the channels', () => {
  it('subscribes to the channel of the transaction, and to one per event', () => {
    expect(channelsOf(TID)).toEqual([
      CHANNEL,
      `${CHANNEL}.TransactionConfirmedEvent`,
      `${CHANNEL}.TransactionDeniedEvent`,
    ]);
  });
});

describe('the name of an event', () => {
  const prefixes = [
    '',
    'App\\Events\\',
    '.',
    'App.Events.',
    'App:Events:',
    `${CHANNEL}.`,
    `private-${CHANNEL}.`,
  ];
  it.each(prefixes)('knows the name of an event behind %j', (prefix) => {
    expect(parse(`${prefix}TransactionConfirmedEvent`, { token: 'T' })).toEqual(CONFIRMED);
    expect(parse(`${prefix}TransactionDeniedEvent`)).toEqual({ kind: 'denied' });
  });

  it.each([
    '',
    'transactionconfirmedevent',
    'TransactionConfirmedEvents',
    'XTransactionConfirmedEvent',
    'TransactionConfirmedEvent.more',
    'TransactionConfirmedEvent ',
    'TransactionExpiredEvent',
    'subscription_error',
    CHANNEL,
    'connect',
    'constructor',
    `${'x.'.repeat(600)}TransactionConfirmedEvent`,
  ])('ignores an event of the unknown name %j', (name) => {
    expect(parse(name, { token: 'T' })).toBeNull();
  });

  it.each([null, undefined, 7, {}, []])('ignores an event whose name is no text: %j', (name) => {
    expect(parseServiceEvent(name as never, [{ token: 'T' }], TID)).toBeNull();
  });
});

describe('the token', () => {
  const name = 'TransactionConfirmedEvent';
  it.each([
    ['on top', [{ token: 'T' }]],
    ['under data', [{ data: { token: 'T' } }]],
    ['in JSON text under data', [{ data: '{"token":"T"}' }]],
    ['in JSON text', [' {"token":"T"}']],
    ['in JSON text of the greatest length', [`{"token":"T","pad":"${'x'.repeat(65_514)}"}`]],
    ['in JSON text, under data', ['{"data":{"token":"T"}}']],
    ['behind the channel', [CHANNEL, { token: 'T' }]],
    ['behind the channel of the event', [`${CHANNEL}.${name}`, { data: { token: 'T' } }]],
    ['before the channel', [{ token: 'T' }, CHANNEL]],
    ['with other members', [{ event: name, socket: null, token: 'T', extra: [1] }]],
    ['on top before data', [{ token: 'T', data: { token: 'U' } }]],
    ['under data where the top level has no token', [{ token: null, data: { token: 'T' } }]],
    ['in the second argument', [{ token: '' }, { token: 'T' }]],
  ])('finds the token %s', (_where, args) => {
    expect(parse(name, ...args)).toEqual(CONFIRMED);
  });

  it.each([
    ['no argument at all', []],
    ['nothing', [null]],
    ['an empty object', [{}]],
    ['an empty text', [{ token: '' }]],
    ['a number', [{ token: 7 }]],
    ['an object', [{ token: { token: 'T' } }]],
    ['a list', [['T']]],
    ['a list of objects', [[{ token: 'T' }]]],
    ['a plain text', ['T']],
    ['broken JSON', ['{"token":"T"']],
    ['JSON of another type', ['"T"']],
    ['JSON null', [{ data: 'null' }]],
    ['an object that is too deep', [{ data: { data: { data: { token: 'T' } } } }]],
    [
      'an object that is too deep in JSON text',
      [JSON.stringify({ data: { data: { token: 'T' } } })],
    ],
    ['an object in JSON text within JSON text', [JSON.stringify({ data: '{"token":"T"}' })]],
    ['an object in a JSON text of JSON text', [JSON.stringify('{"token":"T"}')]],
    ['a text that is too long', [{ token: 'x'.repeat(4097) }]],
    ['a text that is too long to be read', [`{"token":"T","pad":"${'x'.repeat(65_515)}"}`]],
  ])('finds an approval unreadable with %s in place of its token', (_what, args) => {
    expect(parse(name, ...args)).toEqual({ kind: 'unreadable' });
  });

  it('hands on the token as it came', () => {
    const token = ` \u0000"🙂`.padStart(4096, 'x');
    expect(parse(name, { token })).toEqual({ kind: 'confirmed', token });
  });

  it('looks for no token in a denial', () => {
    expect(parse('TransactionDeniedEvent', { token: 'T' })).toEqual({ kind: 'denied' });
    expect(parse('TransactionDeniedEvent', null, 7, 'text')).toEqual({ kind: 'denied' });
  });
});

describe('another transaction', () => {
  const other = 'transactionConfirmation.tid-2';
  it.each([
    ['in the name', `${other}.TransactionConfirmedEvent`, [{ token: 'T' }]],
    ['in the name of a denial', `${other}.TransactionDeniedEvent`, []],
    ['in the channel', 'TransactionConfirmedEvent', [other, { token: 'T' }]],
    ['in the channel of a denial', 'App\\Events\\TransactionDeniedEvent', [other]],
    ['in a private channel', 'TransactionConfirmedEvent', [`private-${other}`, { token: 'T' }]],
    ['in the channel of an object', 'TransactionConfirmedEvent', [{ channel: other, token: 'T' }]],
    [
      'in the channel of JSON text',
      'TransactionConfirmedEvent',
      [` {"channel":"${other}","token":"T"}`],
    ],
    ['in a longer name', 'TransactionConfirmedEvent', [`${CHANNEL}2`, { token: 'T' }]],
    [
      'in a shorter name',
      'TransactionConfirmedEvent',
      ['transactionConfirmation.tid', { token: 'T' }],
    ],
    ['in an empty name', 'TransactionConfirmedEvent', ['transactionConfirmation.', { token: 'T' }]],
  ])('ignores an event that names another transaction %s', (_where, name, args) => {
    expect(parse(name, ...args)).toBeNull();
  });

  it('takes an event for ours if the channel of an object or the longest name says so', () => {
    for (const argument of [
      { channel: CHANNEL, token: 'T' },
      ` {"channel":"${CHANNEL}","token":"T"}`,
    ]) {
      expect(parse('TransactionConfirmedEvent', argument)).toEqual(CONFIRMED);
    }
    expect(parse('.TransactionConfirmedEvent'.padStart(1024, 'x'), { token: 'T' })).toEqual(
      CONFIRMED,
    );
  });

  it('takes an event for ours if the identifier is odd', () => {
    const odd = 'a.*+?^$()[]\\|/🙂';
    const name = `transactionConfirmation.${odd}.TransactionConfirmedEvent`;
    expect(parseServiceEvent(name, [{ token: 'T' }], odd)).toEqual(CONFIRMED);
  });
});

describe('hostile events', () => {
  it('never throws on a hostile event, and never gives an empty token', () => {
    const names = fc.oneof(
      fc.constantFrom(
        'TransactionConfirmedEvent',
        'TransactionDeniedEvent',
        `${CHANNEL}.TransactionConfirmedEvent`,
      ),
      fc.string({ unit: anyCharacter }),
    );
    const args = fc.array(fc.oneof(fc.jsonValue(), fc.string(), fc.json(), fc.anything()), {
      maxLength: 4,
    });
    const check = (name: string, values: readonly unknown[]): void => {
      const event = parseServiceEvent(name, values, TID);
      if (event?.kind === 'confirmed') expect(event.token.length).toBeGreaterThan(0);
    };
    fc.assert(fc.property(names, args, check), { numRuns: 500 });
  });

  it('finds a very deep or wide event unreadable without delay', () => {
    const deep = JSON.parse(`${'{"data":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;
    const wide = Array.from({ length: 10_000 }, () => ({}));
    const tookMs = cpuMsOf(() => {
      expect(parse('TransactionConfirmedEvent', deep)).toEqual({ kind: 'unreadable' });
      expect(parse('TransactionConfirmedEvent', ...wide)).toEqual({ kind: 'unreadable' });
    });
    expect(tookMs).toBeLessThan(5_000);
  });

  it('finds no token on a prototype', () => {
    expect(parse('TransactionConfirmedEvent', '{"__proto__":{"token":"T"}}')).toEqual({
      kind: 'unreadable',
    });
  });
});
