import type { EngineProtocol } from '../../../electron/event-channel/protocol-version.ts';
import type { Random } from '../random/seeded-random.ts';

/**
 * Packets of a hostile or broken server of the event channel, and payloads of polling that hold
 * them.
 */

/** An engine.io handshake as a server of this protocol sends it. */
export function openPacket(
  protocol: EngineProtocol,
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const newer = protocol === 4 ? { maxPayload: 1_000_000 } : {};
  const open = {
    sid: 'S',
    upgrades: [],
    pingInterval: 25_000,
    pingTimeout: 20_000,
    ...newer,
    ...changes,
  };
  return `0${JSON.stringify(open)}`;
}

/** The connect packet of socket.io as a server of this protocol sends it. */
export function connectPacket(protocol: EngineProtocol): string {
  return protocol === 4 ? '40{"sid":"n"}' : '40';
}

/** Polling's payload in this protocol. */
export function payloadOf(packets: readonly string[], protocol: EngineProtocol): string {
  return protocol === 4
    ? packets.join('\x1e')
    : packets.map((packet) => `${packet.length}:${packet}`).join('');
}

/** Each of these, or a form near it, has ended a program or filled its memory somewhere. */
const KNOWN = [
  '',
  '0',
  '1',
  '2',
  '2probe',
  '3',
  '3probe',
  '4',
  '5',
  '6',
  '7',
  'b',
  'bAAAA',
  '\x1e',
  '\0',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '4b',
  '40null',
  '40[]',
  '40{}',
  '40{"sid":1}',
  '42[]',
  '42[null]',
  '42[[]]',
  '42{}',
  '42"x"',
  '42["connect"]',
  '42["disconnect"]',
  '42["error"]',
  '42["__proto__"]',
  '421',
  '421[]',
  '421["x"]',
  '42/a',
  '42/,',
  '42/,["x"]',
  '42/a,["x"]',
  '42/a,1',
  '430',
  '430[]',
  '43["x"]',
  '44null',
  '44""',
  '44"x"',
  '44{}',
  '44{"message":{}}',
  '44/a',
  '44/a,',
  '451-',
  '451-["x"]',
  '451-["x",{"_placeholder":true,"num":0}]',
  '450-[]',
  '459999999999-["x"]',
  '461-',
  '461-0[]',
  '45-',
  '45["x"]',
  '412',
  '41{}',
  '41/a',
];

const WORDS = [
  'sid',
  'pid',
  'message',
  'data',
  'token',
  'channel',
  'length',
  'num',
  '_placeholder',
  '__proto__',
  'toJSON',
  'constructor',
  'TransactionConfirmedEvent',
  'TransactionDeniedEvent',
  'connect',
  '',
  '\u202e',
];

/** More arguments than a function can be called with. */
const MANY_ARGUMENTS = 130_000;

/**
 * One packet: known to be harmful, made up by the grammar of socket.io, or a good one with
 * something changed.
 */
export function hostilePacket(random: Random, protocol: EngineProtocol): string {
  if (random.below(150) === 0) return `42["x"${',1'.repeat(MANY_ARGUMENTS)}]`;
  return random.pick<() => string>([
    () => random.pick(KNOWN),
    () => madeUp(random),
    () => madeUp(random),
    () => changed(random, goodPacket(random, protocol)),
    () => openPacket(protocol, { [random.pick(OPEN_MEMBERS)]: hostileValue(random) }),
  ])();
}

/** A polling payload of one to three packets, now and then with a wrong frame. */
export function hostilePayload(random: Random, protocol: EngineProtocol): string {
  const packets = Array.from({ length: 1 + random.below(3) }, () =>
    hostilePacket(random, protocol),
  );
  const payload = payloadOf(packets, protocol);
  return random.below(12) === 0 ? changed(random, payload) : payload;
}

const OPEN_MEMBERS = ['sid', 'upgrades', 'pingInterval', 'pingTimeout', 'maxPayload', '__proto__'];

function madeUp(random: Random): string {
  const attachments = random.pick(['', '', '', '1-', '2-', '-', '0-']);
  const namespace = random.pick(['', '', '', '/', '/,', '/a', '/a,', '/?x,']);
  const id = random.pick(['', '', '', '0', '12', '99999999999999999999']);
  const value =
    random.below(4) === 0 ? hostileValue(random) : [random.pick(WORDS), hostileValue(random)];
  const json = random.below(6) === 0 ? '' : JSON.stringify(value);
  return `4${random.below(8)}${attachments}${namespace}${id}${json}`;
}

function goodPacket(random: Random, protocol: EngineProtocol): string {
  const event = ['TransactionConfirmedEvent', 'transactionConfirmation.tid', { token: 'forged' }];
  return random.pick([
    openPacket(protocol),
    connectPacket(protocol),
    `42${JSON.stringify(event)}`,
    '44{"message":"no"}',
    '44"no"',
    '2',
  ]);
}

function changed(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const some = after.slice(0, 1 + random.below(8));
  const one = random.pick([
    '"',
    '{',
    '[',
    ']',
    '}',
    ',',
    ':',
    '0',
    '4',
    '-',
    '/',
    '\x1e',
    '\ud800',
    'é',
  ]);
  return random.pick([
    before,
    before + one + after,
    before + one + after.slice(1),
    before + some + after,
  ]);
}

function hostileValue(random: Random, depth = 3): unknown {
  const some = Array.from({ length: random.below(4) });
  const leaves: readonly unknown[] = [
    null,
    true,
    0,
    -1,
    1e21,
    2 ** 31,
    5e-324,
    '',
    random.pick(WORDS),
  ];
  if (depth === 0 || random.below(3) === 0) return random.pick(leaves);
  if (random.below(2) === 0) return some.map(() => hostileValue(random, depth - 1));
  // By its entries: `__proto__` too becomes a member of its own.
  return Object.fromEntries(some.map(() => [random.pick(WORDS), hostileValue(random, depth - 1)]));
}
