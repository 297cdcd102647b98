import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  PersonsActs,
  SINCE_PRESS,
  WATCH_PRESSES,
} from '../../../../electron/hosted-page/persons-acts.ts';

type Case = readonly [what: string, act: (acts: PersonsActs) => void];

const key = (name: string, type = 'keyDown', isAutoRepeat = false) => ({
  type,
  key: name,
  isAutoRepeat,
});

describe('whether a page may lead out of the window', () => {
  let nowMs = 5_000;
  /** A page whose isolated world answers so. */
  const page = (sincePress: unknown = Infinity): PersonsActs => {
    nowMs = 5_000;
    return new PersonsActs(
      () => nowMs,
      () => Promise.resolve(sincePress),
    );
  };

  it.each<Case>([
    ['a click', (acts) => acts.sawInput('mouseUp')],
    ['a tap', (acts) => acts.sawInput('gestureTap')],
    ['Enter', (acts) => acts.sawKey(key('Enter'))],
    ['Space', (acts) => acts.sawKey(key(' '))],
  ])('lets a page lead out within a second of %s (SEC-86)', async (_what, act) => {
    const acts = page();
    act(acts);
    nowMs += 999;
    expect(await acts.mayOpen()).toBe(true);
    act(acts);
    nowMs += 1_000;
    expect(await acts.mayOpen()).toBe(false);
  });

  it.each<Case>([
    ['a letter', (acts) => acts.sawKey(key('a'))],
    ['a digit', (acts) => acts.sawKey(key('4'))],
    ['Enter that is held down', (acts) => acts.sawKey(key('Enter', 'keyDown', true))],
    ['the release of Enter', (acts) => acts.sawKey(key('Enter', 'keyUp'))],
    ...[
      'mouseDown',
      'mouseMove',
      'mouseWheel',
      'rawKeyDown',
      'keyDown',
      'keyUp',
      'char',
      'touchEnd',
    ].map((type): Case => [`the input "${type}"`, (acts) => acts.sawInput(type)]),
  ])('lets no page lead out after %s (SEC-86)', async (_what, act) => {
    const acts = page();
    act(acts);
    expect(await acts.mayOpen()).toBe(false);
  });

  it('lets a page lead out by a press that makes no input, as of a screen reader or an access key (SEC-86)', async () => {
    expect(await page(999).mayOpen()).toBe(true);
    expect(await page(1_000).mayOpen()).toBe(false);
  });

  it.each([null, undefined, Number.NaN, '0', {}])(
    'lets no page lead out that answers %j about presses (SEC-86)',
    async (answer) => {
      expect(await page(answer).mayOpen()).toBe(false);
    },
  );

  it('lets a page lead out once for each act, and once in a second (SEC-86)', async () => {
    const acts = page(0);
    acts.sawInput('mouseUp');
    expect(await acts.mayOpen()).toBe(true);
    expect(await acts.mayOpen()).toBe(false);
    acts.sawInput('mouseUp');
    nowMs += 999;
    expect(await acts.mayOpen()).toBe(false);
    nowMs += 1;
    acts.sawInput('mouseUp');
    expect(await acts.mayOpen()).toBe(true);
  });

  it('asks a page that does not answer one question at a time, and opens one page (SEC-86)', async () => {
    const answers: ((sincePress: number) => void)[] = [];
    const acts = new PersonsActs(
      () => 5_000,
      () => new Promise((resolve) => answers.push(resolve)),
    );
    const all = [acts.mayOpen(), acts.mayOpen(), acts.mayOpen()];
    expect(answers).toHaveLength(1);
    answers[0]?.(0);
    expect(await Promise.all(all)).toEqual([true, false, false]);
  });
});

describe('the watch for presses in the page', () => {
  /** A world in which presses can be made. */
  function world(): Readonly<{
    run: (code: string) => unknown;
    click: (isTrusted: boolean, heldUpMs?: number) => void;
  }> {
    const listeners: ((event: object) => void)[] = [];
    let now = 100;
    const context = {
      performance: { now: () => (now += 1) },
      addEventListener: (_type: string, listener: (event: object) => void) =>
        listeners.push(listener),
    };
    return {
      run: (code) => runInNewContext(code, context),
      click: (isTrusted, heldUpMs = 0) => {
        const timeStamp = now;
        now += heldUpMs;
        for (const listener of listeners) listener({ isTrusted, timeStamp });
      },
    };
  }

  it('tells the time since the last press on a page by a person, not by a script', () => {
    const { run, click } = world();
    run(WATCH_PRESSES);
    click(false);
    expect(run(SINCE_PRESS)).toBe(Infinity);
    click(true);
    expect(run(SINCE_PRESS)).toBe(1);
    run(WATCH_PRESSES);
    expect(run(SINCE_PRESS)).toBe(2);
  });

  it('counts from the press, however long the page holds it up, so that one click opens no second page (SEC-86)', () => {
    const { run, click } = world();
    run(WATCH_PRESSES);
    click(true, 900);
    expect(run(SINCE_PRESS)).toBe(901);
  });

  it('tells no time since a press if the watch was not set up', () => {
    expect(world().run(SINCE_PRESS)).toBeNaN();
  });
});
