import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CHECKS,
  DIAGNOSES,
  DIAGNOSIS_CODES,
  reportSchema,
  type DiagnosisCode,
  type DoctorReport,
} from '../../../shared/doctor/report.ts';
import { PROXY_ROWS, TRUST_ROWS } from '../../../scripts/docs/network-matrix.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolders } from '../../support/files/temp-folder.ts';
import { configFor, type Desk } from './makers.ts';
import { SET_UPS } from './set-ups.ts';
import { emulatorFor, examine } from './stage.ts';

const temporary = tempFolders();
function deskIn(folder: string): Desk {
  return {
    folder,
    write: (name, content, mode) => temporary.write(join(folder, name), content, mode),
  };
}

const said = ({ findings }: DoctorReport): string =>
  findings
    .map(({ check, code, tried, evidence }) => `${check}: ${code} (${tried}) ${evidence}`)
    .join('\n');

describe('the doctor', () => {
  it.each(SET_UPS.map((row) => ({ end: row.first ?? 'well', ...row })))(
    'diagnoses $name as "$end"',
    async (row) => {
      const { first = null, says = {}, make } = row;
      const report = await examine(await make(deskIn(temporary.folder())));
      expect(reportSchema.parse(report)).toEqual(report);
      expect(report.first, said(report)).toBe(first);
      expect(report.exitCode).toBe(first === null ? 0 : DIAGNOSES[first].exitCode);
      // A report names the display only where it is wrong.
      const expected = CHECKS.filter((check) => check !== 'display' || says.display !== undefined);
      expect([...new Set(report.findings.map(({ check }) => check))]).toEqual(expected);
      for (const [check, code] of Object.entries(says)) {
        expect(report.findings.find((found) => found.check === check)?.code, said(report)).toBe(
          code,
        );
      }
      // One fault gives one finding: the checks above it are not reached, and no other is wrong.
      const isWrong = first !== null && DIAGNOSES[first].verdict === 'wrong';
      expect(report.findings.filter(({ verdict }) => verdict === 'wrong')).toHaveLength(
        isWrong ? 1 : 0,
      );
    },
  );

  it('covers every diagnosis by a set-up, but for those that are named', () => {
    const rows = [...PROXY_ROWS, ...TRUST_ROWS].flatMap((row) => row.doctor ?? []);
    const said = SET_UPS.flatMap(({ first = null, says = {} }) => [first, ...Object.values(says)]);
    const seen = new Set<DiagnosisCode | null>([...said, ...rows]);
    expect(DIAGNOSIS_CODES.filter((code) => !seen.has(code)).sort()).toEqual(
      Object.keys(ELSEWHERE).sort(),
    );
  });
});

/**
 * Diagnoses that no set-up of Node's network can have, nor one of tests/networks, and the test that
 * has them.
 */
const ELSEWHERE: Partial<Record<DiagnosisCode, Readonly<{ file: string; why: string }>>> = {
  'internal-fault': {
    file: 'tests/unit/electron/doctor/run-checks.test.ts',
    why: 'a port that throws',
  },
  'username-unknown': { file: 'tests/gate/no-account.test.ts', why: 'an account without a name' },
  'username-unlisted': {
    file: 'tests/unit/electron/doctor/check-configuration.test.ts',
    why: 'the account that runs the tests has a name of its own',
  },
  'audit-required': { file: 'tests/gate/audit.test.ts', why: 'a system without a log' },
  'audit-unavailable': { file: 'tests/gate/audit.test.ts', why: 'a system without a log' },
  'connection-failed': {
    file: 'tests/unit/electron/doctor/check-network-path.test.ts',
    why: 'a network without a route',
  },
  'audit-limited': {
    file: 'tests/unit/electron/doctor/check-configuration.test.ts',
    why: 'a system with journald',
  },
  'configuration-unsigned': {
    file: 'tests/unit/electron/doctor/validate-config.test.ts',
    why: 'said by config validate alone',
  },
  'root-unguarded': {
    file: 'tests/unit/electron/doctor/validate-config.test.ts',
    why: 'said by config validate alone',
  },
  'proxy-script-broken': {
    file: 'tests/unit/electron/doctor/check-network-path.test.ts',
    why: 'Chromium takes the direct network path where it may',
  },
  'tls-failed': {
    file: 'tests/unit/electron/network/network-errors.test.ts',
    why: 'a server that speaks no TLS',
  },
  'answer-unknown': {
    file: 'tests/unit/electron/network/network-errors.test.ts',
    why: 'an error without a known meaning',
  },
};

it.each(Object.entries(ELSEWHERE))('covers %s by a test elsewhere', (code, { file }) => {
  expect(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')).toContain(`'${code}'`);
});

/** How often each healthy service is looked at: once, or as the nightly says. */
const RUNS = Number(process.env['GATEHOUSE_DOCTOR_RUNS'] ?? '1');

describe('no false alarm', () => {
  it.each(['v4', 'v2', 'v4+v3'] as const)(
    'raises no false alarm about a healthy service that speaks %s',
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
      await eventually(
        'every connection to be closed',
        () => emulator.realtime.connectionCount() === 0,
      );
    },
    30_000 + RUNS * 2_000,
  );
});
