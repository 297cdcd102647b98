/**
 * Configuration that another user may write, on the packaged program: a gate behind it is closed,
 * and reports the file or folder at fault. Its service is unreachable, and every file here would
 * allow the login for that: a believed file runs the command, so a refusal never has another
 * reason.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../lab/child-program.ts';
import {
  asSandboxUser,
  electronRuntime,
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { verdictIn } from '../../support/bench/login.ts';
import { makeAuthority } from '../../support/certificates/certificates.ts';
import { installed } from '../installed.ts';
import { findPackaged } from '../packaged-app.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason =
  typeof found === 'string' ? found : process.platform === 'linux' ? '' : 'it is about Linux';
const isRoot = process.getuid?.() === 0;

const ALLOWING = {
  service: { baseUrl: 'https://127.0.0.1:2', systemToken: 'token' },
  credentials: { secretKeyFile: 'secret' },
  login: { failMode: 'allow-when-unreachable' },
};
const GATE = [
  '--no-ui',
  '--user',
  'alice',
  '--method',
  'push',
  '--status-fd',
  '5',
  '--',
  'echo',
  'ran',
];
const LET_IN = { code: 0, ran: 'ran\n', outcome: 'allowed-unreachable' };
const refused = (says: string, why = 'configuration'): object => ({
  code: 78,
  ran: '',
  outcome: 'misconfigured',
  why,
  says: `gatehouse: ${says}`,
});

/** A user other than root and than the user that runs Electron. */
const SOMEBODY = 65_534;
const FOREIGN = 'belongs to another user: it must belong to you or to root';
const OPEN = 'can be written by others (chmod go-w)';
const NOT_ROOTS = 'must be owned by root and writable by root alone';

describe.skipIf(reason !== '')(
  `a hostile configuration${reason && ` (skipped: ${reason})`}`,
  () => {
    let launcher = '';
    beforeAll(() => {
      launcher = path.join(path.dirname(installed()), 'bin', 'gatehouse');
    });

    /** A folder of the person's, with a configuration in it that would let in; changed, then tried. */
    function ownFolder(): string {
      const folder = makeSandboxFolder('hostile-config-');
      mkdirSync(path.join(folder, 'Gatehouse'), { mode: 0o700 });
      for (const place of [folder, path.join(folder, 'Gatehouse')]) {
        writeFileSync(path.join(place, 'config.json'), JSON.stringify(ALLOWING), { mode: 0o600 });
        writeFileSync(path.join(place, 'secret'), 'secret', { mode: 0o600 });
      }
      prepareForSandboxUser(folder);
      return folder;
    }

    async function gate(
      words: readonly string[],
      around: readonly string[] = [],
      home = ownFolder(),
    ) {
      const program = ['/usr/bin/env', `XDG_CONFIG_HOME=${home}`, launcher, ...words, ...GATE];
      const command = [...around, ...asSandboxUser(program)] as [string, ...string[]];
      const ended = await run(command, { listenTo: [5] });
      const [says = ''] = ended.stderr.split('\n').filter((line) => line.startsWith('gatehouse: '));
      const { outcome, reason: why } = verdictIn(ended.heard.get(5) ?? '');
      const ran = ended.stdout.toString();
      return outcome === LET_IN.outcome
        ? { code: ended.code, ran, outcome }
        : { code: ended.code, ran, outcome, why, says };
    }

    describe('of the person', () => {
      it('believes a person’s safe configuration, given or in its place, and by a link', async () => {
        const folder = ownFolder();
        symlinkSync(path.join(folder, 'config.json'), path.join(folder, 'link.json'));
        const given = ['config.json', 'link.json'].map((name) =>
          gate(['--config', path.join(folder, name)]),
        );
        expect(await Promise.all([...given, gate([])])).toEqual([LET_IN, LET_IN, LET_IN]);
      });

      it('refuses a person’s configuration that is open to others: given, in place, by a link, or its authorities (SEC-73)', async () => {
        const folder = ownFolder();
        const at = (name: string): string => path.join(folder, name);
        symlinkSync(at('config.json'), at('link.json'));
        chmodSync(at('config.json'), 0o646);
        const other = ownFolder();
        chmodSync(path.join(other, 'Gatehouse', 'config.json'), 0o666);
        const third = ownFolder();
        const [named, authority] = [
          path.join(third, 'config.json'),
          path.join(third, 'authority.pem'),
        ];
        const service = { ...ALLOWING.service, caFile: 'authority.pem' };
        writeFileSync(named, JSON.stringify({ ...ALLOWING, service }));
        writeFileSync(authority, makeAuthority({ commonName: 'Company Root' }).pem);
        prepareForSandboxUser(third);
        chmodSync(authority, 0o666);
        expect(
          await Promise.all([
            gate(['--config', at('config.json')]),
            gate(['--config', at('link.json')]),
            gate([], [], other),
            gate(['--config', named]),
          ]),
        ).toEqual([
          refused(`${at('config.json')}: ${OPEN}`),
          refused(`${at('link.json')}: ${OPEN}`),
          refused(`${path.join(other, 'Gatehouse', 'config.json')}: ${OPEN}`),
          refused(`${authority}: service.caFile: ${OPEN}`),
        ]);
      });

      it.runIf(isRoot)(
        'refuses a configuration that is foreign, or in a folder that others may write to (SEC-73, SEC-98) (needs root)',
        async () => {
          const folder = ownFolder();
          const at = (name: string): string => path.join(folder, name);
          chownSync(at('config.json'), SOMEBODY, SOMEBODY);
          chmodSync(at('config.json'), 0o644);
          symlinkSync(at('config.json'), at('link.json'));
          const open = ownFolder();
          chmodSync(open, 0o777);
          const given = [at('config.json'), at('link.json'), path.join(open, 'config.json')];
          expect(await Promise.all(given.map((file) => gate(['--config', file])))).toEqual([
            refused(`${at('config.json')}: ${FOREIGN}`),
            refused(`${at('link.json')}: ${FOREIGN}`),
            refused(`${open}: ${OPEN}; config.json lies behind it`),
          ]);
        },
      );

      it('refuses a secret’s file that others read, or that is a link (SEC-25)', async () => {
        const [open, linked] = [ownFolder(), ownFolder()];
        chmodSync(path.join(open, 'secret'), 0o644);
        renameSync(path.join(linked, 'secret'), path.join(linked, 'real'));
        symlinkSync('real', path.join(linked, 'secret'));
        const at = (folder: string): string =>
          `${path.join(folder, 'secret')}: credentials.secretKeyFile: `;
        expect(
          await Promise.all(
            [open, linked].map((folder) => gate(['--config', path.join(folder, 'config.json')])),
          ),
        ).toEqual([
          refused(`${at(open)}must not be accessible to others (chmod 600)`, 'secret'),
          refused(`${at(linked)}is a symbolic link`, 'secret'),
        ]);
      });
    });

    const noMount = reason === '' ? whyNoMount() : '';
    describe.skipIf(noMount !== '')(`of the computer${noMount && ` (skipped: ${noMount})`}`, () => {
      const FOLDER = '/etc/gatehouse';
      const FILE = `${FOLDER}/config.json`;
      const place = reason === '' && noMount === '' ? makeSandboxFolder('etc-') : '';
      const etc = path.join(place, 'etc');
      beforeAll(() => {
        // Files that vanish meanwhile are left out, for example while another test installs a
        // package.
        spawnSync('cp', ['-a', '/etc', etc]);
      });

      /**
       * A gate in a place where `/etc` is a copy, with a managed configuration that was changed:
       * the computer itself is not touched. The person's own would let in, should the managed one
       * be passed over.
       */
      async function managed(change: (etc: string) => void) {
        chmodSync(etc, 0o755);
        const gatehouse = path.join(etc, 'gatehouse');
        for (const old of [gatehouse, path.join(etc, 'real')])
          rmSync(old, { recursive: true, force: true });
        mkdirSync(gatehouse);
        const { sandboxUser } = requireElectron();
        writeFileSync(path.join(gatehouse, 'secret'), 'secret');
        chownSync(path.join(gatehouse, 'secret'), 0, sandboxUser?.gid ?? 0);
        writeFileSync(path.join(gatehouse, 'config.json'), JSON.stringify(ALLOWING));
        // Not by the options of the calls: the umask would take bits away.
        chmodSync(gatehouse, 0o755);
        chmodSync(path.join(gatehouse, 'secret'), 0o640);
        chmodSync(path.join(gatehouse, 'config.json'), 0o644);
        change(etc);
        const inside = 'mount --bind "$1" /etc && shift && exec "$@"';
        const folder = ownFolder();
        const words = ['--config', path.join(folder, 'config.json')];
        return gate(words, ['unshare', '--mount', 'sh', '-c', inside, 'sh', etc], folder);
      }

      it('believes a managed configuration that root alone can write', async () => {
        expect(await managed(() => undefined)).toEqual(LET_IN);
      });

      const inGatehouse = (name: string) => (etc: string) => path.join(etc, 'gatehouse', name);
      const config = inGatehouse('config.json');
      const rows: readonly (readonly [string, (etc: string) => void, string])[] = [
        [
          'a file that anybody may write',
          (etc) => chmodSync(config(etc), 0o646),
          `${FILE}: ${NOT_ROOTS}`,
        ],
        [
          'a link to a file of root’s',
          (etc) => {
            renameSync(config(etc), inGatehouse('real.json')(etc));
            symlinkSync('real.json', config(etc));
          },
          `${FILE}: is a symbolic link; put the file itself there`,
        ],
        [
          'a folder as /tmp is',
          (etc) => chmodSync(path.join(etc, 'gatehouse'), 0o1777),
          `${FOLDER}: ${NOT_ROOTS}: the managed file lies below it`,
        ],
        [
          'a folder of another user, without a file',
          (etc) => {
            rmSync(config(etc));
            chownSync(path.join(etc, 'gatehouse'), SOMEBODY, 0);
          },
          `${FOLDER}: ${NOT_ROOTS}: the managed file lies below it`,
        ],
      ];
      it.each(rows)(
        'refuses every login if the managed configuration has %s (SEC-24)',
        async (_what, change, says) => {
          expect(await managed(change)).toEqual(refused(says));
        },
      );
    });
  },
);

/** A place of its own is made by root, and not in every container. */
function whyNoMount(): string {
  if (!isRoot) return 'only root may mount';
  const tried = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount --bind /etc /etc'], {
    encoding: 'utf8',
  });
  return tried.status === 0 ? '' : `nothing can be mounted here: ${tried.stderr.trim()}`;
}
