/**
 * The real program: output of `gatehouse doctor` for intact and broken configurations, through each
 * host's network.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema, type CheckName, type DiagnosisCode } from '../../shared/doctor/report.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import type { ConfigJson } from '../../lab/written-config.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { wordsOf } from '../support/bench/login.ts';
import { makeAuthority } from '../support/certificates/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { missingForDisplay, openUntrustedDisplay } from '../support/display/untrusted-display.ts';
import { ELECTRON, HOSTS, type TestHost } from './support/hosts.ts';
import { Program, run, type Ended } from '../../lab/child-program.ts';

type Row = Readonly<{
  name: string;
  first: DiagnosisCode | null;
  code: number;
  config?: (host: TestHost) => ConfigJson;
  fault?: Readonly<Record<string, unknown>>;
  says?: Partial<Record<CheckName, DiagnosisCode>>;
}>;

const service = (changes: Readonly<Record<string, unknown>>) => (): ConfigJson => ({
  service: changes,
});

/** A secret of its own, where the program can read it. */
function otherSecret({ makeFolder, own }: TestHost): ConfigJson {
  const folder = makeFolder('secret-');
  writeFileSync(join(folder, 'secret'), 'another', { mode: 0o600 });
  own(folder);
  return { credentials: { secretKeyFile: join(folder, 'secret') } };
}

const ROWS: readonly Row[] = [
  {
    name: 'a healthy service',
    first: null,
    code: 0,
    says: {
      answer: 'well',
      credentials: 'answers-optional',
      polling: 'well',
      generation: 'well',
    },
  },
  { name: 'another secret', first: 'secret-wrong', code: 78, config: otherSecret },
  {
    name: 'a page instead of an answer',
    first: 'not-the-service',
    code: 69,
    fault: { path: '*', kind: 'html' },
  },
  {
    name: 'no event line',
    first: 'realtime-blocked',
    code: 69,
    fault: { path: 'realtime', phase: 'any', kind: 'status', status: 403 },
  },
  {
    name: 'an unknown key',
    first: 'configuration-invalid',
    code: 78,
    config: service({ baseURL: 'https://mfa.example.com' }),
    says: { answer: 'not-tried' },
  },
];

describe.skipIf(skipped !== '').each(HOSTS)('gatehouse doctor in $name', (host) => {
  const on = checkout({}, host);
  const { env } = host;
  const doctor = (file: string, ...words: readonly string[]): Promise<Ended> =>
    run([LAUNCHER, 'doctor', '--config', file, ...words], { env });

  it.each(ROWS)(
    'names the first finding of the doctor, and ends with $code, for $name: $first',
    async ({ first, code, config, fault, says = {} }) => {
      const { faults, systemToken, secretKey } = on.emulator();
      const file = on.config({ login: { username: 'given' }, ...config?.(host) });
      if (fault) faults.add([fault]);
      try {
        const ended = await doctor(file, '--json');
        const lines = ended.stdout.toString().split('\n');
        expect(lines).toHaveLength(2);
        const report = reportSchema.parse(JSON.parse(lines[0] ?? ''));
        expect(report.first, lines[0]).toBe(first);
        expect([report.exitCode, ended.code]).toEqual([code, code]);
        for (const [check, expected] of Object.entries(says)) {
          expect(report.findings.find((found) => found.check === check)?.code, lines[0]).toBe(
            expected,
          );
        }
        expect(report.durationMs).toBeLessThan(20_000);
        for (const secret of [systemToken, secretKey]) {
          expect(`${lines.join('\n')}${ended.stderr}`).not.toContain(secret);
        }
      } finally {
        faults.clear();
      }
    },
  );

  if (host === ELECTRON) {
    it.skipIf(missingForDisplay.length > 0)(
      'warns of a display that is forwarded without trust, and names no display else',
      async () => {
        const folder = makeSandboxFolder('x-');
        const { name, trusted, untrusted, end } = await openUntrustedDisplay(folder);
        try {
          for (const file of [trusted, untrusted]) prepareForSandboxUser(file);
          const findingsBy = async (authority: string): Promise<readonly unknown[]> => {
            const words = [LAUNCHER, 'doctor', '--config', on.config(), '--json'] as const;
            const ended = await run([...words], { env: { DISPLAY: name, XAUTHORITY: authority } });
            const report = reportSchema.parse(JSON.parse(ended.stdout.toString()));
            return [ended.code, report.findings.filter(({ check }) => check === 'display')];
          };
          expect(await findingsBy(trusted)).toEqual([0, []]);
          const code = 'display-without-layout';
          const evidence = 'no XKEYBOARD';
          expect(await findingsBy(untrusted)).toEqual([
            0,
            [{ check: 'display', verdict: 'warning', code, tried: name, evidence }],
          ]);
        } finally {
          end();
        }
      },
    );
  }

  it('tries what needs Chromium where it has that, and says why not where it has none', async () => {
    const ended = await doctor(on.config({ login: { username: 'given' } }), '--json');
    const report = reportSchema.parse(JSON.parse(ended.stdout.toString()));
    const found = report.findings.find(({ check }) => check === 'websocket');
    expect([
      ended.code,
      found?.code,
      report.findings.some(({ evidence }) => evidence === 'without Chromium'),
    ]).toEqual(host === ELECTRON ? [0, 'well', false] : [0, 'not-tried', true]);
  });

  it('prints each finding of the doctor as a line with mark, attempt and code, without the token', async () => {
    const ended = await doctor(on.config(service({ systemToken: 'ANOTHER-TOKEN' })()));
    const text = ended.stdout.toString();
    expect(ended.code).toBe(78);
    expect(text).toMatch(/^\[wrong\] .*\(POST http:.*\): .* \[system-token-wrong\]$/m);
    expect(text).toMatch(/^\[warning\] .* \[configuration-open-door\]$/m);
    expect(text).not.toContain('ANOTHER-TOKEN');
  });

  it.runIf(process.getuid?.() === 0)(
    'reads by the doctor root’s own files, by paths beside the configuration',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'gatehouse-root-'));
      try {
        const { url, systemToken, secretKey } = on.emulator();
        const write = (name: string, content: string): string => {
          writeFileSync(join(folder, name), content, { mode: 0o600 });
          return join(folder, name);
        };
        write('secret', secretKey);
        write('ca.pem', makeAuthority().pem);
        const config = {
          service: { baseUrl: url, systemToken, caFile: 'ca.pem' },
          credentials: { secretKeyFile: 'secret' },
          login: { username: 'given' },
        };
        const ended = await doctor(write('config.json', JSON.stringify(config)), '--json');
        const report = reportSchema.parse(JSON.parse(ended.stdout.toString()));
        expect(report.findings.find(({ check }) => check === 'configuration')?.code).toBe('well');
        expect(ended.code).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends the doctor with 130 and no report on %s',
    async (signal) => {
      const { faults, log } = on.emulator();
      faults.add([{ path: '/api/app/init', kind: 'hang' }]);
      log.clear();
      try {
        const program = new Program([LAUNCHER, 'doctor', '--config', on.config()], { env });
        await eventually('the service to be asked', () => log.count('/api/app/init') > 0, 30_000);
        program.signal(signal);
        const ended = await program.ended;
        expect([ended.code, ended.stdout.toString()]).toEqual([130, '']);
      } finally {
        faults.clear();
      }
    },
  );

  it('refuses a command and a user of the doctor with 64', async () => {
    const file = on.config();
    const command = await run([LAUNCHER, 'doctor', '--config', file, '--', 'true'], { env });
    expect([command.code, wordsOf(command)]).toEqual([
      64,
      'gatehouse: --: doctor takes no command',
    ]);
    const user = await doctor(file, '--user', 'alice');
    expect(user.code).toBe(64);
  });
});
