import fc from 'fast-check';
import { expect, it } from 'vitest';
import { violationsIn } from '../support/history/checker.ts';
import { printHistory } from '../support/history/print.ts';
import { SEED } from '../support/random/seed.ts';
import { CHOICES } from './simulation/choices.ts';
import { simulateApproval, type ApprovalEnd, type ApprovalPlan } from './simulation/approval.ts';

const COUNT = Number(process.env.GATEHOUSE_MODEL_APPROVALS ?? 10_000);

const plans: fc.Arbitrary<ApprovalPlan> = fc.record({
  offsetMs: fc.integer({ min: -500, max: 5_000 }),
  answerMs: fc.integer({ min: 510, max: 900 }),
  cut: fc.option(
    fc.record({ atMs: fc.integer({ min: -1_000, max: 6_000 }), isNoticed: fc.boolean() }),
    {
      freq: 2,
    },
  ),
  decisions: fc.array(fc.nat(CHOICES - 1), { maxLength: 40, size: 'max' }),
});

type Cell = {
  approvals: number;
  in: number;
  told: number;
  lost: number;
  doubled: number;
  slowestMs: number;
};

it('loses no approval silently, and counts each at most once', { timeout: 600_000 }, async () => {
  const cells = new Map<string, Cell>();
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const end = await simulateApproval(plan);
      count(cells, plan, end);
      const violations = violationsIn(end.history);
      const fault = faultOf(plan, end) ?? violations[0]?.text;
      if (fault) throw new Error(`${fault}\n${printHistory(end.history, violations)}`);
    }),
    { numRuns: COUNT, seed: SEED, unbiased: true },
  );
  console.log(`${COUNT} approvals from seed ${SEED}\n${report(cells)}`);
  const all = [...cells.values()];
  expect(all.reduce((sum, cell) => sum + cell.approvals, 0)).toBe(COUNT);
  expect(all.map(({ lost, doubled }) => lost + doubled)).toEqual(all.map(() => 0));
  expect([...cells.keys()].sort()).toEqual([
    'after, cut',
    'after, not cut',
    'before, cut',
    'before, not cut',
  ]);
});

function faultOf(plan: ApprovalPlan, { end, successes }: ApprovalEnd): string | null {
  if (end === 'lost') return 'lost';
  if (successes > 1) return 'doubled';
  return plan.cut === null && end !== 'in' ? 'not in, although the event channel held' : null;
}

function count(cells: Map<string, Cell>, plan: ApprovalPlan, end: ApprovalEnd): void {
  const name = `${plan.offsetMs < 0 ? 'before' : 'after'}, ${plan.cut ? 'cut' : 'not cut'}`;
  const cell = cells.get(name) ?? {
    approvals: 0,
    in: 0,
    told: 0,
    lost: 0,
    doubled: 0,
    slowestMs: 0,
  };
  cells.set(name, cell);
  cell.approvals += 1;
  if (end.end === 'in') cell.in += 1;
  else if (end.end === 'lost') cell.lost += 1;
  else cell.told += 1;
  if (end.successes > 1) cell.doubled += 1;
  cell.slowestMs = Math.max(cell.slowestMs, end.toldAfterMs ?? 0);
}

function report(cells: ReadonlyMap<string, Cell>): string {
  const rows = [...cells]
    .sort()
    .map(([name, cell]) => [
      name,
      cell.approvals,
      cell.in,
      cell.told,
      cell.lost,
      cell.doubled,
      `${(cell.slowestMs / 1000).toFixed(1)} s`,
    ]);
  return table(['event', 'approvals', 'in', 'told', 'lost', 'doubled', 'told within'], rows);
}

/** Format report text in columns. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
