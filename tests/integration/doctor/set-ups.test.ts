import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { CHECKS, reportSchema, type DoctorReport } from '../../../shared/doctor/report.ts';
import { tempFolders } from '../../support/temp-folder.ts';
import { configFor, type Desk } from './makers.ts';
import { SET_UPS } from './set-ups.ts';
import { emulatorFor, examine } from './stage.ts';

const temporary = tempFolders();
function deskIn(folder: string): Desk {
  return { folder, write: (name, content, mode) => temporary.write(join(folder, name), content, mode) };
}

const said = ({ findings }: DoctorReport): string =>
  findings.map(({ check, code, tried, evidence }) => `${check}: ${code} (${tried}) ${evidence}`).join('\n');

describe('the doctor', () => {
  test.each(SET_UPS)('$name: $first', async ({ first, exitCode, says = {}, make }) => {
    const report = await examine(await make(deskIn(temporary.folder())));
    expect(reportSchema.parse(report)).toEqual(report);
    expect(report.first, said(report)).toBe(first);
    expect(report.exitCode).toBe(exitCode);
    expect([...new Set(report.findings.map(({ check }) => check))]).toEqual(CHECKS);
    for (const [check, code] of Object.entries(says)) {
      expect(report.findings.find((found) => found.check === check)?.code, said(report)).toBe(code);
    }
    // One fault is one line: what stands above it was not reached, and nothing else is called wrong.
    if (first !== null) expect(report.findings.filter(({ verdict }) => verdict === 'wrong')).toHaveLength(1);
  });

  it('covers every diagnosis that a set-up can have', () => {
    expect(SET_UPS.length).toBeGreaterThanOrEqual(40);
  });
});

/** How often each healthy service is looked at: once, or as the soak says. */
const RUNS = Number(process.env['GATEHOUSE_DOCTOR_RUNS'] ?? '1');

describe('no false alarm', () => {
  it.each(['v4', 'v2'] as const)(
    'of a healthy service that speaks %s',
    async (realtime) => {
      const emulator = await emulatorFor({ realtime });
      const folder = join(temporary.folder(), realtime);
      mkdirSync(folder);
      const config = configFor(deskIn(folder), emulator);
      for (let run = 0; run < RUNS; run += 1) {
        const report = await examine({ config });
        const alarms = report.findings.filter(({ verdict }) => verdict !== 'well');
        expect(alarms, `run ${String(run)}\n${said(report)}`).toEqual([]);
      }
      // It looked, and began no transaction.
      expect(emulator.log.all().length).toBeGreaterThan(0);
      expect(emulator.transactions.all()).toEqual([]);
    },
    30_000 + RUNS * 2_000,
  );
});
