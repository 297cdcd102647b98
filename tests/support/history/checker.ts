import type { History } from './history.ts';
import type { Invariant, InvariantName } from './invariant.ts';
import { I1_ALLOWED } from './invariants/i1-allowed.ts';
import { I2_TOKENS } from './invariants/i2-tokens.ts';
import { I3_INTENT } from './invariants/i3-intent.ts';
import { I4_PRESENT } from './invariants/i4-present.ts';
import { I5_PROMPT } from './invariants/i5-prompt.ts';
import { I6_WAYS_OUT } from './invariants/i6-ways-out.ts';
import { I7_SECRETS } from './invariants/i7-secrets.ts';
import { I8_LISTENING } from './invariants/i8-listening.ts';
import { I9_TOLD } from './invariants/i9-announced.ts';
import { I10_METHOD } from './invariants/i10-method.ts';
import { I11_NOT_STARTED } from './invariants/i11-not-started.ts';
import { I12_PAUSE } from './invariants/i12-pause.ts';
import { I13_DENIED } from './invariants/i13-denied.ts';
import { Situation } from './situation.ts';

/** All invariants. To add one: a file in `invariants/`, a line here, a history that breaks it. */
const INVARIANTS: readonly Invariant[] = [
  I1_ALLOWED,
  I2_TOKENS,
  I3_INTENT,
  I4_PRESENT,
  I5_PROMPT,
  I6_WAYS_OUT,
  I7_SECRETS,
  I8_LISTENING,
  I9_TOLD,
  I10_METHOD,
  I11_NOT_STARTED,
  I12_PAUSE,
  I13_DENIED,
];

export type Violation = Readonly<{
  invariant: InvariantName;
  text: string;
  /** Index of the entry. */ at: number;
}>;

/** Checks a history against every invariant. Empty where all is well. */
export function violationsIn(history: History): readonly Violation[] {
  const violations: Violation[] = [];
  let at = 0;
  const watches = INVARIANTS.map(({ name, watch }) =>
    watch(history.rules, (text) => violations.push({ invariant: name, text, at })),
  );
  const situation = new Situation();
  for (const entry of history.entries) {
    for (const watch of watches) watch(entry, situation);
    situation.take(entry);
    at += 1;
  }
  return violations;
}
