import fc from 'fast-check';
import { violationsIn, type Violation } from '../support/history/checker.ts';
import type { History } from '../support/history/history.ts';
import { printHistory } from '../support/history/print.ts';
import { SEED } from '../support/random/seed.ts';
import { CHOICES } from './simulation/choices.ts';
import { simulate, type SimulatedType } from './simulation/run.ts';

/** Histories for each seed: few enough that a failure is found again in seconds. */
const BATCH = 5_000;
/** Decisions of one run; all further ones take the harmless value. */
const DECISIONS = 240;
const SHRINK_MS = 120_000;

/** A run is the list of its decisions. */
const runs = fc.array(fc.nat(CHOICES - 1), { maxLength: DECISIONS, size: 'max' });

export type Plan = Readonly<{
  /** Of the application. */
  type: SimulatedType;
  count: number;
  seed: number;
  /** Of a failure, as it was printed: only that one is run. */
  path: string | undefined;
  onHistory: (history: History) => void;
  /** Additional rules besides the checker's, with their violations in one history. */
  alsoCheck?: (history: History) => readonly Violation[];
}>;

/**
 * Reads the plan from the environment: the count, and the seed and path of a printed failure.
 *
 * @returns null if the failure is of the other type
 */
export function planFromEnvironment(
  defaultCount: number,
  type: SimulatedType = 'promptless',
): Pick<Plan, 'type' | 'count' | 'seed' | 'path'> | null {
  const { GATEHOUSE_MODEL_HISTORIES, GATEHOUSE_MODEL_PATH, GATEHOUSE_MODEL_TYPE } = process.env;
  if (GATEHOUSE_MODEL_PATH !== undefined && (GATEHOUSE_MODEL_TYPE ?? 'promptless') !== type)
    return null;
  return {
    type,
    count: Number(GATEHOUSE_MODEL_HISTORIES ?? defaultCount),
    seed: SEED,
    path: GATEHOUSE_MODEL_PATH,
  };
}

/**
 * Simulates random histories and checks each.
 *
 * @throws Error with the shrunken history, its violations, and the command that repeats it
 */
export async function checkHistories(plan: Plan): Promise<void> {
  for (let done = 0, seed = plan.seed; done < plan.count; done += BATCH, seed += 1) {
    const details = await fc.check(
      fc.asyncProperty(runs, async (decisions) => {
        const history = await simulate(decisions, plan.type);
        plan.onHistory(history);
        const violations = [...violationsIn(history), ...(plan.alsoCheck?.(history) ?? [])];
        if (violations.length > 0) throw new Error(describe(history, violations));
      }),
      {
        seed,
        ...(plan.path === undefined ? {} : { path: plan.path }),
        numRuns: Math.min(BATCH, plan.count - done),
        unbiased: true,
        interruptAfterTimeLimit: SHRINK_MS,
        markInterruptAsFailure: true,
      },
    );
    if (details.failed) throw new Error(reportOf(plan.type, seed, details));
    if (plan.path !== undefined) return;
  }
}

function describe(history: History, violations: readonly Violation[]): string {
  const found = violations.map(({ invariant, text }) => `${invariant}: ${text}`).join('\n');
  return `${found}\n\n${printHistory(history, violations)}`;
}

function reportOf(type: SimulatedType, seed: number, details: fc.RunDetails<[number[]]>): string {
  const { counterexamplePath, errorInstance, interrupted } = details;
  if (counterexamplePath === null)
    return interrupted ? 'too slow: interrupted' : 'failed without an example';
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const which = type === 'prompt' ? 'GATEHOUSE_MODEL_TYPE=prompt ' : '';
  const again = `${which}GATEHOUSE_SEED=${seed} GATEHOUSE_MODEL_PATH=${counterexamplePath} npm test -- model`;
  return `${message}\n\nShrunk ${details.numShrinks} times. Run it again:\n${again}\n`;
}
