import type { ServiceClient } from '../../../electron/service/service-client.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { SelectedMethod } from '../../../shared/service/answers.ts';
import type { History } from '../../support/history/history.ts';
import { recordedController } from '../../support/history/recorded.ts';
import { Recorder } from '../../support/history/recorder.ts';
import { policyWith } from '../../support/login/login-fixtures.ts';
import { Choices } from './choices.ts';
import { SimulatedEventChannels } from './event-channels.ts';
import { simulatedClient } from './network.ts';
import { Scheduler } from './scheduler.ts';
import { SimulatedService, type Reply } from './service.ts';
import { frameOf } from './world.ts';

/** One approval of a push: the time of its event, and the faults of the event channel meanwhile. */
export type ApprovalPlan = Readonly<{
  /** The event, relative to the answer of methodSSH. */
  offsetMs: number;
  /** How long the service takes to answer methodSSH; more than the earliest event is early. */
  answerMs: number;
  cut: Cut | null;
  /** The small decisions: latencies, pauses. */
  decisions: readonly number[];
}>;

/**
 * The event channel breaks at a time relative to the answer; the process notices at once, or by the
 * heartbeat.
 */
export type Cut = Readonly<{ atMs: number; isNoticed: boolean }>;

export type ApprovalEnd = Readonly<{
  /**
   * In by this approval; told that it may be missed (and in by a second one, or at an end); or
   * neither.
   */
  end: 'in' | 'told-then-in' | 'told' | 'lost';
  /** From the event to success. */
  inAfterMs: number | null;
  /** From the event to the screen that tells. */
  toldAfterMs: number | null;
  successes: number;
  history: History;
}>;

/** A person with only one push in mind: requests another one after a notice that it may be missed. */
export async function simulateApproval(plan: ApprovalPlan): Promise<ApprovalEnd> {
  const choices = new Choices(plan.decisions);
  const scheduler = new Scheduler(choices, { stopsInSleep: false, tellsBootTime: true });
  const { clock } = scheduler;
  const policy = policyWith();
  const recorder = new Recorder({ policy, toleranceMs: 0 }, () => clock.nowMs());
  const weather = {
    breaks: false,
    refuses: plan.cut !== null,
    repeats: choices.chance(20),
    leaks: false,
  };
  const eventChannels = new SimulatedEventChannels({
    scheduler,
    choices,
    weather,
    latencyMs: () => choices.between(2, 1_500),
    onFrame: () => undefined,
  });
  let sentAtMs: number | null = null;
  let toldAtMs: number | null = null;
  let inAtMs: number | null = null;
  let pushes = 0;
  let successes = 0;
  const service = new SimulatedService(
    (announcement, method) => {
      const { tid, token } = announcement;
      sentAtMs ??= clock.nowMs();
      if (token !== null) {
        recorder.add({
          what: 'approved',
          tid,
          method,
          token: recorder.handle('access-token', token),
        });
      }
      eventChannels.send(tid, frameOf(announcement, choices));
    },
    () => undefined,
  );
  /**
   * The first push is the one that is placed; another is approved a second later, on an event
   * channel that holds.
   */
  const selectMethod: ServiceClient['selectMethod'] = (tid, method) =>
    new Promise<Reply<SelectedMethod>>((resolve) => {
      pushes += 1;
      const offsetMs = pushes === 1 ? plan.offsetMs : 1_000;
      const cut = pushes === 1 ? plan.cut : null;
      const result = service.selectMethod(tid, method);
      scheduler.after(plan.answerMs, 'here', () => {
        resolve(result);
      });
      scheduler.after(plan.answerMs + offsetMs, 'there', () => {
        service.approve(tid);
      });
      if (cut) {
        scheduler.after(plan.answerMs + cut.atMs, 'there', () => {
          eventChannels.cut(cut.isNoticed);
        });
      }
    });
  const client = simulatedClient({
    service,
    scheduler,
    choices: new Choices([]),
    isStormy: false,
    requestMs: policy.requestMs,
    disturb: () => undefined,
  });
  const onView = (view: LoginView): void => {
    if (view.screen === 'succeeded') {
      successes += 1;
      inAtMs ??= clock.nowMs();
    }
    const act = reactionOf(view);
    if (act === null) return;
    if (act !== 'begin') toldAtMs ??= clock.nowMs();
    scheduler.after(act === 'begin' ? 0 : 1_500, 'here', () => {
      if (act === 'leave') login.dispatch({ type: 'cancel' });
      else if (act === 'begin' || pushes < 2)
        login.dispatch({ type: 'choose-method', method: 'push' });
    });
  };
  const login = recordedController({
    recorder,
    callbacks: { onView: ({ view }) => onView(view) },
    service: { ...client, selectMethod },
    openRealtime: eventChannels.open,
    clock,
    policy,
  });
  login.dispatch({ type: 'submit-username', username: 'alice' });
  await scheduler.run();
  recorder.end();
  login.close();
  const since = (atMs: number | null): number | null =>
    atMs === null || sentAtMs === null ? null : atMs - sentAtMs;
  return {
    end: endOf(inAtMs, toldAtMs),
    inAfterMs: since(inAtMs),
    toldAfterMs: since(toldAtMs),
    successes,
    history: recorder.history(),
  };
}

function endOf(inAtMs: number | null, toldAtMs: number | null): ApprovalEnd['end'] {
  if (inAtMs === null) return toldAtMs === null ? 'lost' : 'told';
  return toldAtMs === null ? 'in' : 'told-then-in';
}

/** The person's reaction to a screen. */
function reactionOf(view: LoginView): 'begin' | 'again' | 'leave' | null {
  if (view.screen === 'methods' && view.starting === null) return 'begin';
  if (view.screen === 'approval' && view.notice !== null) return 'again';
  return view.screen === 'failed' ? 'leave' : null;
}
