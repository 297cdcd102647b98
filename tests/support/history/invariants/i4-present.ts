import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import type { EntryOf } from '../history.ts';
import {
  isAccepted,
  isBusy,
  isChallenge,
  startingIn,
  type Invariant,
  type Report,
} from '../invariant.ts';
import { isGood, type Attempt, type Situation } from '../situation.ts';

export const I4_PRESENT: Invariant = {
  name: 'I4',
  says: 'answers of another transaction, an older attempt or an abandoned method do not count',
  watch: (_rules, report) => {
    /** The attempt of a push denied during its wait. */
    let denied: Attempt | null = null;
    let named: string | null = null;
    return (entry, before) => {
      if (
        entry.what === 'event' &&
        named !== null &&
        named !== before.eventChannels.get(entry.eventChannel)?.tid
      ) {
        report('an event that names another transaction was taken');
      }
      named = entry.what === 'frame' ? entry.tid : null;
      if (entry.what === 'request' && entry.endpoint !== 'init')
        checkRequest(entry, before, report);
      if (entry.what === 'event' && entry.kind === 'denied' && isPushAwaited(before)) {
        denied = before.attemptOn(entry.eventChannel) ?? denied;
      }
      if (entry.what === 'end' && isEventChannelLeft(before))
        report('an event channel outlives its attempt');
      if (entry.what !== 'view') return;
      checkView(entry.view, before, report);
      if (entry.view.screen !== 'failed' || entry.view.code !== 'denied-by-person') return;
      // The same screen may be told again: after a sleep its times are.
      if (before.view?.screen === 'failed' && before.view.code === entry.view.code) return;
      if (denied === null || denied !== before.attempt)
        report('denied without a denial of this attempt’s push');
      else if (!isPushAwaited(before))
        report('the denial of an abandoned push ended something else');
    };
  },
};

function isEventChannelLeft({ eventChannels }: Situation): boolean {
  return [...eventChannels.values()].some(
    ({ isClosed, attempt }) => !isClosed && attempt?.isOver !== false,
  );
}

function checkRequest(entry: EntryOf<'request'>, { attempt }: Situation, report: Report): void {
  const { endpoint, tid, token } = entry;
  if (!attempt || attempt.isOver) {
    report(`${endpoint} after its attempt was over`);
    return;
  }
  if (tid !== null && tid !== attempt.tid) report(`${endpoint} for another transaction`);
  if (endpoint === 'credentials' && (token === null || !attempt.heard.has(token))) {
    report(`${String(token)} was not heard in this attempt`);
  }
}

function checkView(view: LoginView, { attempt }: Situation, report: Report): void {
  if (view.screen === 'methods' && attempt) {
    const strange = view.choices.filter(({ method }) => !attempt.methods.includes(method));
    if (strange.length > 0) report('a method is offered that this transaction does not have');
  }
  if (!isChallenge(view)) return;
  if (startingIn(view) !== null) {
    if (isAccepted(view) || !isBusy(view))
      report('a code that waits for its method counts already');
    return;
  }
  const choice = attempt?.choice ?? null;
  if (!choice || !isGood(choice) || choice.entry.method !== view.method) {
    report(`the screen of ${view.method} without an answer to it`);
    return;
  }
  const qrText =
    choice.end !== null && choice.end !== 'aborted' && choice.end.kind === 'good'
      ? choice.end.qrText
      : null;
  if (view.screen === 'qr' && view.qrText !== (qrText ?? ''))
    report('the QR code of another choice');
  if (!isAccepted(view)) return;
  const codes = attempt?.asked.slice(attempt.asked.indexOf(choice)) ?? [];
  if (!codes.some((asked) => asked.entry.endpoint.startsWith('confirm') && isGood(asked))) {
    report('a code counts as accepted without an answer');
  }
}

function isPushAwaited({ view }: Situation): boolean {
  if (startingIn(view) === 'push') return true;
  return isChallenge(view) && view.method === 'push';
}
