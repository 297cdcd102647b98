import type { LoginController } from '../../../electron/login/login-controller.ts';
import { transition } from '../../../shared/login/machine/login-machine.ts';
import type { LoginPolicy } from '../../../shared/login/machine/login-policy.ts';
import { initialState, type LoginState } from '../../../shared/login/machine/login-state.ts';
import type { History } from '../../support/history/history.ts';
import { recordedController } from '../../support/history/recorded.ts';
import { Recorder } from '../../support/history/recorder.ts';
import { policyWith } from '../../support/login/login-fixtures.ts';
import { Choices } from './choices.ts';
import { simulatedPage } from './hosted-page.ts';
import { SimulatedEventChannels } from './event-channels.ts';
import { simulatedClient, wayMs } from './network.ts';
import { SimulatedPerson } from './person.ts';
import { LOOK_MS, Scheduler } from './scheduler.ts';
import { SimulatedService } from './service.ts';
import { forge, frameOf, phone, unreadableFrame } from './world.ts';

/** The type of the application that a run is for. */
export type SimulatedType = 'promptless' | 'prompt';

/** Runs one whole login, or several in a row, in a simulated world, and gives its history. */
export async function simulate(
  values: readonly number[],
  type: SimulatedType = 'promptless',
): Promise<History> {
  const choices = new Choices(values);
  const isPrompt = type === 'prompt';
  const place = isPrompt ? choices.weighted([1, 'browser' as const], [1, 'window' as const]) : null;
  const policy = { ...policyOf(choices), hostedPage: place };
  const computer = { stopsInSleep: choices.chance(50), tellsBootTime: choices.chance(70) };
  const scheduler = new Scheduler(choices, computer);
  const { clock } = scheduler;
  const recorder = new Recorder({ policy, toleranceMs: 0, lookMs: LOOK_MS }, () => clock.nowMs());
  const weather = {
    breaks: choices.chance(40),
    refuses: choices.chance(15),
    repeats: choices.chance(30),
    leaks: choices.chance(20),
  };
  const isMangled = choices.chance(10);
  const eventChannels = new SimulatedEventChannels({
    scheduler,
    choices,
    weather,
    latencyMs: () => wayMs(choices),
    onFrame: ({ tid }) => {
      recorder.add({ what: 'frame', tid });
    },
  });
  const service: SimulatedService = new SimulatedService(
    (announcement, method) => {
      const { tid, token } = announcement;
      if (token !== null) {
        recorder.add({
          what: 'approved',
          tid,
          method,
          token: recorder.handle('access-token', token),
        });
      }
      const isUnreadable = token !== null && isMangled && choices.chance(30);
      eventChannels.send(
        tid,
        isUnreadable ? unreadableFrame(tid, choices) : frameOf(announcement, choices),
      );
    },
    (tid, method) => {
      usePhone(tid, method);
    },
  );
  const usePhone = phone(service, scheduler, choices);
  const disturb = (): void => {
    const what = choices.weighted([92, 'nothing'], [4, 'sleep'], [3, 'cut'], [1, 'refresh']);
    if (what === 'sleep') sleepSoon(login, eventChannels, scheduler, choices, recorder);
    if (what === 'cut')
      scheduler.after(choices.between(0, 200), 'there', () =>
        eventChannels.cut(choices.chance(50)),
      );
    if (what === 'refresh') scheduler.after(choices.between(0, 200), 'here', () => login.refresh());
  };
  const isStormy = choices.chance(25);
  const client = simulatedClient({
    service,
    scheduler,
    choices,
    isStormy,
    requestMs: policy.requestMs,
    isPrompt,
    disturb,
  });
  const onApproved = (tid: string, token: string): void => {
    recorder.add({
      what: 'approved',
      tid,
      method: 'hosted-page',
      token: recorder.handle('access-token', token),
    });
  };
  const login = recordedController({
    recorder,
    service: client,
    ...(place === null
      ? {}
      : {
          hostedPage: simulatedPage({ service, scheduler, choices, place, isStormy, onApproved }),
        }),
    openRealtime: eventChannels.open,
    clock,
    policy,
    onEvent: shadowOf(recorder, policy, () => clock.nowMs()),
  });

  new SimulatedPerson(choices, scheduler, service, login).live();
  if (choices.chance(20)) forge(service, eventChannels, scheduler, choices);
  if (choices.chance(15)) {
    scheduler.after(choices.between(0, 40_000), 'here', () => {
      sleepSoon(login, eventChannels, scheduler, choices, recorder);
    });
  }
  if (choices.chance(5)) {
    scheduler.after(choices.between(0, 120_000), 'there', () => {
      for (const tid of service.transactions.keys()) service.expire(tid);
    });
  }
  await scheduler.run();
  recorder.end();
  login.close();
  return recorder.history();
}

function policyOf(choices: Choices): LoginPolicy {
  return policyWith({
    connect: choices.weighted([4, 'after-init'], [1, 'after-method']),
    bypass: choices.weighted([1, 'allow'], [1, 'deny']),
    failMode: choices.weighted([2, 'deny'], [1, 'allow-when-unreachable']),
    // From the start of the world on, which is at 1 s.
    endsAtMs: choices.weighted([4, null], [1, 61_000], [1, 301_000]),
    usernameDomains: [],
    showsDestination: true,
    authenticatorScheme: null,
    approvalMs: choices.weighted([2, 120_000], [1, 20_000]),
    loginMs: choices.weighted([2, 300_000], [1, 90_000]),
  });
}

function sleepSoon(
  login: LoginController,
  eventChannels: SimulatedEventChannels,
  scheduler: Scheduler,
  choices: Choices,
  recorder: Recorder,
): void {
  const forMs = choices.weighted([1, 20_000], [1, 3_000], [1, 100_000], [1, 3_600_000]);
  scheduler.after(choices.between(0, 300), 'here', () => {
    scheduler.sleep(forMs, (fromMs) => {
      recorder.add({ what: 'woke', fromMs });
      eventChannels.slept();
      if (choices.chance(15)) return;
      scheduler.after(choices.weighted([3, 0], [1, 700]), 'here', () => {
        const beforeMs = scheduler.clock.nowMs();
        scheduler.clock.resumed();
        // If only the signal tells of the sleep, the clock advances here.
        if (scheduler.clock.nowMs() > beforeMs) recorder.add({ what: 'woke', fromMs: beforeMs });
        login.refresh();
      });
    });
  });
}

/** The machine once more beside the controller's own, so that its states can be looked at. */
function shadowOf(recorder: Recorder, policy: LoginPolicy, nowMs: () => number) {
  let state: LoginState = initialState();
  return (event: Parameters<typeof transition>[1]): void => {
    const before = state;
    ({ state } = transition(state, event, { nowMs: nowMs(), policy }));
    if (state !== before) recorder.inspect('state', state);
  };
}
