// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../../../../renderer/app/App.tsx';
import type { AfterUsername } from '../../../../renderer/store/lazy-screens.ts';
import { FOCUS_FIRST_MS } from '../../../../renderer/store/narration.ts';
import {
  createWindowServices,
  type WindowServices,
} from '../../../../renderer/store/window-services.ts';
import { createFakeBridge, INFO, refusal, type FakeBridge } from '../fake-bridge.ts';
import { approvalView, methodsView, usernameView } from '../fixtures.ts';
import {
  assertive,
  enter,
  heading,
  opening,
  polite,
  press,
  settle,
  type,
  later,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

/** A window; the test decides if and when its second script loads. */
type Window = Readonly<{
  main: FakeBridge;
  services: WindowServices;
  /** How often it was asked for. */
  asked: () => number;
  come: () => Promise<void>;
  fail: () => Promise<void>;
}>;

async function open(view = usernameView()): Promise<Window> {
  const main = createFakeBridge(view);
  const waiting: Readonly<{
    come: (later: AfterUsername) => void;
    fail: (error: Error) => void;
  }>[] = [];
  let asked = 0;
  const services = createWindowServices(
    main.bridge,
    () => {
      asked += 1;
      return new Promise((come, fail) => waiting.push({ come, fail }));
    },
    en,
    INFO.brand,
  );
  render(<App services={services} />);
  await settle();
  return {
    main,
    services,
    asked: () => asked,
    come: async () => {
      waiting.shift()?.come(later);
      await settle();
    },
    fail: async () => {
      waiting.shift()?.fail(new TypeError('Failed to fetch dynamically imported module'));
      await settle();
    },
  };
}

const said = (): string => screen.getByRole('main').textContent;

describe('a view that comes before the script that draws it', () => {
  test('waits for it on the screen before, and no longer', async () => {
    const { main, asked, come } = await open();
    act(() => main.show(usernameView({ username: 'alice', busy: true })));
    act(() => main.show(methodsView()));
    await settle();
    expect(heading()).toBe(en.username.heading);
    expect(said()).toContain(en.common.working);
    expect(asked()).toBe(1);
    await come();
    expect(heading()).toBe(en.say('place.confirm-it-is-you'));
  });

  test('gives way to a newer one, and to no older one', async () => {
    const { main, come } = await open();
    act(() => main.show(methodsView(), 5));
    act(() => main.show(approvalView(), 7));
    act(() => main.show(methodsView(), 6));
    act(() => main.show(usernameView(), 4));
    await come();
    expect(heading()).toBe('Approve on your phone');
  });

  test('is forgotten when the login is back at the first screen', async () => {
    const { main, come } = await open();
    act(() => main.show(methodsView()));
    act(() => main.show(usernameView({ username: 'alice' })));
    await come();
    expect(heading()).toBe(en.username.heading);
  });

  test('counts its time from when it came', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
    const { main, come } = await open();
    act(() => main.show(approvalView({ remainingMs: 60_000, totalMs: 120_000 })));
    vi.advanceTimersByTime(20_000);
    await come();
    expect(screen.getByRole('timer').textContent).toContain(en.timeLeft(40_000));
  });

  test('is said when it is shown', async () => {
    const { main, come } = await open();
    act(() => main.show(approvalView()));
    await settle();
    expect(polite()).toBe('');
    await come();
    expect(opening()).toContain(en.say('state.waiting'));
  });
});

describe('an announcement of the first screen before the second script loads', () => {
  test('is said with it, where it is still so', async () => {
    vi.useFakeTimers();
    const { main, services, come } = await open();
    void services.fetchLater();
    act(() => main.show(usernameView({ username: 'alice', busy: true })));
    act(() => main.show(usernameView({ username: 'alice', problem: 'too-long', tries: 1 })));
    await settle();
    expect(assertive()).toBe('');
    await come();
    act(() => void vi.advanceTimersByTime(FOCUS_FIRST_MS));
    expect(assertive()).toBe(en.usernameProblem['too-long']);
  });

  test('is not said where it has passed', async () => {
    vi.useFakeTimers();
    const { main, services, come } = await open();
    void services.fetchLater();
    act(() => main.show(usernameView({ username: 'alice', problem: 'too-long', tries: 1 })));
    act(() => main.show(usernameView({ username: 'alice', busy: true })));
    await come();
    expect(services.mirror.getState().later).not.toBeNull();
    act(() => void vi.advanceTimersByTime(FOCUS_FIRST_MS));
    expect(assertive()).toBe('');
  });
});

describe('a second script that does not come', () => {
  test('is seen and said, and comes with the next try', async () => {
    const { main, asked, come, fail } = await open();
    act(() => main.show(usernameView({ username: 'alice', busy: true })));
    act(() => main.show(methodsView()));
    await fail();
    expect(said()).toContain(en.trouble['not-loaded']);
    expect(assertive()).toBe(en.trouble['not-loaded']);
    await press('Try again');
    expect(said()).not.toContain(en.trouble['not-loaded']);
    expect(asked()).toBe(2);
    await fail();
    expect(said()).toContain(en.trouble['not-loaded']);
    await press('Try again');
    await come();
    expect(heading()).toBe(en.say('place.confirm-it-is-you'));
  });

  test('is fetched once by a try that main answers late', async () => {
    const { main, asked, fail } = await open();
    act(() => main.show(methodsView()));
    await fail();
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    main.answer('app:get-info', () => isAnswered.then(refusal('internal')));
    await press('Try again');
    await fail();
    answer();
    await settle();
    expect(asked()).toBe(2);
  });

  test('leaves the login to be ended', async () => {
    const { main, fail } = await open();
    act(() => main.show(usernameView({ username: 'alice', busy: true })));
    act(() => main.show(methodsView()));
    await fail();
    await press('Cancel');
    expect(main.commands().map(({ name }) => name)).toContain('login:cancel');
  });

  test('shows no trouble until it is needed, and is then fetched', async () => {
    const { main, services, asked, come, fail } = await open();
    void services.fetchLater();
    await fail();
    expect(said()).not.toContain(en.trouble['not-loaded']);
    type('Username', 'alice');
    await enter('Username');
    act(() => main.show(methodsView()));
    await settle();
    expect(asked()).toBe(2);
    await come();
    expect(heading()).toBe(en.say('place.confirm-it-is-you'));
  });

  test('is fetched once, however many wait for it', async () => {
    const { main, services, asked, come } = await open();
    void services.fetchLater();
    void services.fetchLater();
    act(() => main.show(methodsView()));
    await press(en.doctor.open);
    await come();
    expect(asked()).toBe(1);
  });
});

describe('the connection check that is asked for before its script is here', () => {
  test('opens with it', async () => {
    const { come } = await open();
    await press(en.doctor.open);
    expect(heading()).toBe(en.username.heading);
    await come();
    expect(heading()).toBe(en.say('window.doctor.heading'));
  });

  test('says where it cannot, and opens with the next try', async () => {
    const { come, fail } = await open();
    await press(en.doctor.open);
    await fail();
    expect(said()).toContain(en.trouble['not-loaded']);
    await press(en.doctor.open);
    await come();
    expect(heading()).toBe(en.say('window.doctor.heading'));
  });

  test('does not lie over a screen that the login came to meanwhile', async () => {
    const { main, come } = await open();
    await press(en.doctor.open);
    act(() => main.show(methodsView()));
    await come();
    expect(heading()).toBe(en.say('place.confirm-it-is-you'));
  });
});
