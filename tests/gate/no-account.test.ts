/** A start by a number that the user database does not know: a directory out of reach, a container. */
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../shared/doctor/report.ts';
import { requireElectron } from '../../lab/electron-runtime.ts';
import type { ConfigJson } from '../../lab/written-config.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { isRoot, tempFolders } from '../support/files/temp-folder.ts';
import { run, type Ended } from '../../lab/child-program.ts';

const temp = tempFolders();
const NOBODY = 54_321;
const hasNumber = isRoot && spawnSync('getent', ['passwd', String(NOBODY)]).status !== 0;

describe.skipIf(skipped !== '' || !hasNumber)('an account without a name (needs root)', () => {
  const on = checkout();

  /** A configuration and a home of that account. */
  const made = (changes: ConfigJson) => {
    // In a folder of root's: the account would trust none of the sandbox user's.
    const folder = temp.folder();
    cpSync(dirname(on.config(changes)), folder, { recursive: true });
    // The cookie of the display belongs to root.
    const { XAUTHORITY: cookie } = process.env;
    if (cookie !== undefined) cpSync(cookie, join(folder, 'cookie'));
    for (const name of ['.', ...readdirSync(folder)]) chownSync(join(folder, name), NOBODY, NOBODY);
    return { home: folder, config: join(folder, 'config.json') };
  };

  const start = (
    { home, config }: ReturnType<typeof made>,
    ...words: readonly string[]
  ): Promise<Ended> => {
    const { dist, appDir } = requireElectron();
    const identity = [
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--inh-caps=-all',
    ];
    const electron = [
      join(dist, 'electron'),
      '--ozone-platform=x11',
      '--log-level=3',
      appDir,
      '--',
    ];
    const environment = [`HOME=${home}`, `XAUTHORITY=${join(home, 'cookie')}`];
    return run([
      'setpriv',
      ...identity,
      'env',
      '-uXDG_CONFIG_HOME',
      '-uXDG_RUNTIME_DIR',
      ...environment,
      ...electron,
      ...words,
      '--config',
      config,
    ]);
  };
  const REASON = `login.username: this account (number ${NOBODY}) has no name now: the user database has no entry, or the directory that names it is out of reach`;

  it('ends a login with 78 and login.username if the account, whose name it is to take, has none', async () => {
    const place = made({ login: { username: 'os', bypass: 'deny' } });
    const { code, stdout, stderr } = await start(
      place,
      'check',
      '--json',
      '--no-ui',
      '--method',
      'push',
    );
    expect([code, JSON.parse(stdout.toString())]).toMatchObject([
      78,
      { outcome: 'misconfigured', reason: 'configuration' },
    ]);
    expect(stderr).toBe(`gatehouse: ${place.config}: ${REASON}\n`);
  });

  it('reports an account without a name by config validate and by the doctor', async () => {
    const place = made({ login: { username: 'os', bypass: 'deny' } });
    const validated = await start(place, 'config', 'validate');
    expect([validated.code, validated.stdout.toString()]).toEqual([78, `${REASON}\n1 fault.\n`]);
    const doctor = await start(place, 'doctor', '--json');
    const report = reportSchema.parse(JSON.parse(doctor.stdout.toString()));
    expect([doctor.code, report.first]).toEqual([78, 'username-unknown']);
    expect(report.findings.find(({ code }) => code === report.first)?.evidence).toBe(REASON);
    const text = await start(place, 'doctor');
    expect(text.stdout.toString()).toContain(
      'The operating system has no name for this account now.',
    );
  });

  it('lets in a person that the caller names from an account without a name', async () => {
    const place = made({ login: { username: 'given' } });
    const words = ['check', '--no-ui', '--user', 'bypassed', '--method', 'push'];
    const { code, stderr } = await start(place, ...words);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('fault')]);
    const validated = await start(place, 'config', 'validate');
    expect(validated.code).toBe(0);
  });
});
