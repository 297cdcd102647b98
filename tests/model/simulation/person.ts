import type { LoginController } from '../../../electron/login/login-controller.ts';
import type { Intent } from '../../../shared/login/machine/login-event.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import type { Choices } from './choices.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedService } from './service.ts';

const MAX_TURNS = 12;

/** Decomposed, composed, in capitals: the service has a spelling of its own. */
const USERNAMES = ['alice', 'A\u030alice', 'ÅLICE'] as const;

type Row = readonly [
  weight: number,
  act: (person: SimulatedPerson, view: LoginView) => Intent | null,
];

/**
 * Acts possible at any time, fitting or not. To add an act: a row here, or in `FITTING` for one
 * screen.
 */
const ANY_TIME: readonly Row[] = [
  [3, () => null],
  [2, () => ({ type: 'go-back' })],
  [2, () => ({ type: 'retry' })],
  [2, () => ({ type: 'keep-waiting' })],
  [
    3,
    ({ choices }) => ({
      type: 'choose-method',
      method: METHODS[choices.below(METHODS.length)] ?? 'push',
    }),
  ],
  [2, (person) => ({ type: 'submit-code', code: person.code() })],
  [
    1,
    ({ choices }) => ({
      type: 'submit-username',
      username: USERNAMES[choices.below(3)] ?? 'alice',
    }),
  ],
  [1, () => ({ type: 'submit-username', username: ' \u202e' })],
  [1, () => ({ type: 'cancel' })],
  [1, () => ({ type: 'report-not-started' })],
  [1, () => ({ type: 'finish' })],
];

/** Acts that a screen asks for. */
const FITTING: Readonly<Record<LoginView['screen'], readonly Row[]>> = {
  username: [
    [1, (person, view) => (view.screen === 'username' && !view.busy ? person.begin() : null)],
  ],
  methods: [[1, (person, view) => person.choose(view)]],
  code: [[1, (person) => ({ type: 'submit-code', code: person.code() })]],
  'security-key': [[1, (person) => ({ type: 'submit-code', code: person.code() })]],
  qr: [
    [4, () => null],
    [1, () => ({ type: 'keep-waiting' })],
    [2, (person, view) => person.again(view)],
  ],
  approval: [
    [4, () => null],
    [1, () => ({ type: 'keep-waiting' })],
    [1, (person, view) => person.codeBeside(view)],
    [2, (person, view) => person.again(view)],
  ],
  // Acts on the page itself are in `hosted-page.ts`.
  'hosted-page': [
    [8, () => null],
    [2, () => ({ type: 'keep-waiting' })],
    [2, () => ({ type: 'show-page-again' })],
    [1, () => ({ type: 'cancel' })],
  ],
  'account-waiting': [[1, () => ({ type: 'retry' })]],
  failed: [[1, () => ({ type: 'retry' })]],
  succeeded: [[1, () => ({ type: 'finish' })]],
};

/** A person in front of the screen: mostly follows it. */
export class SimulatedPerson {
  readonly choices: Choices;
  readonly #scheduler: Scheduler;
  readonly #service: SimulatedService;
  readonly #login: LoginController;

  constructor(
    choices: Choices,
    scheduler: Scheduler,
    service: SimulatedService,
    login: LoginController,
  ) {
    this.choices = choices;
    this.#scheduler = scheduler;
    this.#service = service;
    this.#login = login;
  }

  /** Takes turns until the person has read a success, or has had enough. */
  live(turns = MAX_TURNS): void {
    if (turns === 0) return;
    this.#scheduler.after(this.#thinkMs(), 'here', () => {
      const { view } = this.#login.view();
      const rows = this.choices.chance(25) ? ANY_TIME : FITTING[view.screen];
      const intent = this.choices.weighted(...rows)(this, view);
      if (intent) this.#login.dispatch(intent);
      if (view.screen !== 'succeeded') this.live(turns - 1);
    });
  }

  begin(): Intent {
    const username = USERNAMES[this.choices.below(3)] ?? 'alice';
    if (!this.choices.chance(15)) return { type: 'submit-username', username };
    const method = METHODS[this.choices.below(METHODS.length)] ?? 'push';
    return { type: 'submit-username', username, method, isMethodRequired: this.choices.chance(50) };
  }

  choose(view: LoginView): Intent | null {
    if (view.screen !== 'methods' || view.starting !== null) return null;
    const choice = view.choices[this.choices.below(view.choices.length)];
    return choice ? { type: 'choose-method', method: choice.method } : null;
  }

  again(view: LoginView): Intent | null {
    return 'method' in view && view.method !== null
      ? { type: 'choose-method', method: view.method }
      : null;
  }

  codeBeside(view: LoginView): Intent | null {
    const isTaken = view.screen === 'approval' && view.codeBeside !== null;
    return isTaken ? { type: 'submit-code', code: this.code('nextCode') } : null;
  }

  /** Code read off the phone: the right one, or another value. */
  code(which: 'code' | 'nextCode' = 'code'): string {
    const right = [...this.#service.transactions.values()].at(-1)?.[which] ?? '';
    return this.choices.weighted(
      [6, right],
      [2, '4711000888'],
      [1, ''],
      [1, right.slice(0, 4)],
      [1, `  ${right.slice(0, 3)}-${right.slice(3)}`],
    );
  }

  #thinkMs(): number {
    const [low, high] = this.choices.weighted(
      [8, [300, 3_000]],
      [2, [0, 60]],
      // The same moment: a double click.
      [1, [0, 0]],
      [3, [5_000, 31_000]],
      [1, [60_000, 130_000]],
    );
    return this.choices.between(low, high);
  }
}
