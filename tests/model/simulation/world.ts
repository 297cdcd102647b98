import type { Method } from '../../../shared/service/methods.ts';
import { codeKindOf } from '../../../shared/service/methods.ts';
import type { Choices } from './choices.ts';
import type { Frame, SimulatedEventChannels } from './event-channels.ts';
import type { Scheduler } from './scheduler.ts';
import type { Announcement, SimulatedService } from './service.ts';

/** The person's phone: the fate of a push, a link, a call or a QR code. */
export function phone(service: SimulatedService, scheduler: Scheduler, choices: Choices) {
  return (tid: string, method: Method): void => {
    if (codeKindOf(method) !== null) return;
    const [low, high] = choices.weighted(
      [6, [1_000, 15_000]],
      // Before the answer to methodSSH is there.
      [4, [0, 60]],
      [2, [15_000, 110_000]],
      [1, [110_000, 140_000]],
    );
    const act = choices.weighted([7, 'approve'], [1, 'deny'], [1, 'ignore'], [2, 'twice']);
    scheduler.after(choices.between(low, high), 'there', () => {
      if (act === 'deny') service.deny(tid);
      if (act === 'approve' || act === 'twice') service.approve(tid);
      if (act === 'twice')
        scheduler.after(choices.between(0, 2_000), 'there', () => service.approve(tid));
    });
  };
}

/** The frame of an event, in one of the forms that servers use. */
export function frameOf({ tid, kind, token }: Announcement, choices: Choices): Frame {
  const event = kind === 'confirmed' ? 'TransactionConfirmedEvent' : 'TransactionDeniedEvent';
  const channel = `transactionConfirmation.${tid}`;
  const data = token === null ? {} : { token };
  return choices.weighted<Frame>(
    [3, { name: event, args: [channel, data], tid }],
    [1, { name: `App\\Events\\${event}`, args: [channel, { data: JSON.stringify(data) }], tid }],
    [1, { name: `${channel}.${event}`, args: [{ data }], tid }],
  );
}

/** A confirmation in which no token is to be found. */
export function unreadableFrame(tid: string, choices: Choices): Frame {
  const channel = `transactionConfirmation.${tid}`;
  const args = choices.weighted<readonly unknown[]>(
    [1, [channel, {}]],
    [1, [channel, { token: 7 }]],
    [1, [channel, '{"token":']],
    [1, [channel, { token: 'x'.repeat(5_000) }]],
    [1, []],
  );
  return { name: 'TransactionConfirmedEvent', args, tid };
}

/** Forges events; they prove no approval. */
export function forge(
  service: SimulatedService,
  eventChannels: SimulatedEventChannels,
  scheduler: Scheduler,
  choices: Choices,
): void {
  const count = choices.between(1, 12);
  // All at once, or spread over a login.
  const [fromMs, withinMs] = choices.weighted([2, [0, 60_000]], [1, [5_000, 2_000]]);
  for (let index = 0; index < count; index += 1) {
    scheduler.after(fromMs + choices.between(0, withinMs), 'there', () => {
      const tids = [...service.transactions.keys()];
      const tid = tids[choices.below(tids.length)] ?? 'tid-0';
      const event = choices.weighted<Announcement>(
        [6, { tid, kind: 'confirmed', token: `forged-token-${index}` }],
        [2, { tid: tids[0] ?? 'tid-0', kind: 'confirmed', token: `forged-token-${index}` }],
        [2, { tid, kind: 'denied', token: null }],
        [1, { tid, kind: 'confirmed', token: service.strangersToken('mallory') }],
      );
      if (choices.chance(15)) {
        eventChannels.send(tid, unreadableFrame(tid, choices));
        return;
      }
      // Sometimes to the subscribers of one transaction, in the name of another.
      eventChannels.send(tids.at(-1) ?? tid, frameOf(event, choices));
    });
  }
}
