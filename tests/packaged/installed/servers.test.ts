/**
 * The packages for servers, in a clean system without a display: the deb installed with dpkg, used
 * by root and by an ordinary user over a real ssh and in tmux; the recipes of docs/servers.md for
 * su, sudo, sshd, cron and systemd, as they stand there; purged. Then the rpm, by rpm.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { HOST } from '../../../packaging/targets.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { packedCli, type PackedCli } from '../../../scripts/package/cli.ts';
import type { Ended } from '../../../lab/child-program.ts';
import { eventually } from '../../support/eventually.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import { listingOf, whyNoCleanSystem } from '../clean-system.ts';
import { hasProgram, makeCliInstaller } from '../installers.ts';
import { makeServer, recipes, undoing, UNDER_SYSTEMD, type Server } from '../server-system.ts';

const OLD = '0.0.1~test1';
const NEW = '0.0.1~test2';
const SYSTEM_MS = 900_000;
const STEP_MS = 240_000;
/** More than the minute after which cron looks. */
const CRON_MS = 75_000;
const CONFIG = '/etc/gatehouse/config.json';
const DROP_IN = '/etc/systemd/system/payroll.service.d/gatehouse.conf';

const packed = packedCli({ ...HOST, isCli: true });
const reason =
  whyNoCleanSystem() ||
  (packed === undefined ? 'nothing is packed: `npm run package -- --cli`' : '') ||
  (hasProgram('rpmbuild') ? '' : 'there is no rpmbuild');

/** Makes an account with a password, and a key for ssh. */
const ADD_PERSON = `set -e
useradd --create-home --shell /bin/bash "$1"
echo "$1:password-of-$1" | chpasswd
runuser -u "$1" -- sh -ec '
  mkdir -m 700 ~/.ssh
  ssh-keygen -q -t ed25519 -N "" -f ~/.ssh/id_ed25519
  cp ~/.ssh/id_ed25519.pub ~/.ssh/authorized_keys
  echo "StrictHostKeyChecking no" >~/.ssh/config'`;

/**
 * What a person may set to change a verdict. The library is nowhere: a loader that is told of it
 * says so.
 */
const HOSTILE = `export https_proxy=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 all_proxy=http://127.0.0.1:9
export NODE_OPTIONS=--require=$HOME/evil.cjs NODE_EXTRA_CA_CERTS=$HOME/evil.pem
export SSL_CERT_FILE=$HOME/evil.pem OPENSSL_CONF=$HOME/evil.cnf
export XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME XDG_RUNTIME_DIR=$HOME XDG_CONFIG_DIRS=$HOME
export LD_PRELOAD=$HOME/evil.so LD_LIBRARY_PATH=$HOME`;

/** Says what the login service said. */
const DENIED = 'The login service does not let you in';

/**
 * The files that they name: a Node that reads them leaves a mark, and the configuration lets
 * everybody in.
 */
const SET_TRAPS = `set -e
home=/home/$1
mkdir -p "$home/.config/Gatehouse"
echo 'require("fs").writeFileSync("/var/tmp/evil", "")' >"$home/evil.cjs"
cp "$2" "$home/.config/Gatehouse/config.json"
printf '%s\\n' 'https_proxy DEFAULT=http://127.0.0.1:9' "NODE_OPTIONS DEFAULT=--require=$home/evil.cjs" \\
  >"$home/.pam_environment"
printf '%s\\n' https_proxy=http://127.0.0.1:9 "NODE_OPTIONS=--require=$home/evil.cjs" >"$home/.ssh/environment"
chown -R "$1:$1" "$home"`;

describe.skipIf(reason !== '')(
  `a package for servers, installed${reason && ` (skipped: ${reason})`}`,
  () => {
    const files: string[] = [];
    let emulator: Emulator;
    let server: Server;
    let person: Person;
    let before: readonly string[] = [];
    let stop = (): Promise<void> => Promise.resolve();

    async function give(format: 'deb' | 'rpm', version: string): Promise<string> {
      const file = await makeCliInstaller(format, packed as PackedCli, version);
      files.push(file);
      return server.system.give(file);
    }

    /** A script in which alice logs in once, and approves. */
    async function approved(script: string, ...words: readonly string[]): Promise<Ended> {
      const earlier = (await person.outbox('alice')).length;
      const ended = server.asRoot(script, ...words);
      const delivered = await Promise.race([person.delivered('alice', 'push', earlier), ended]);
      if ('tid' in delivered) await person.approve(delivered.tid);
      return ended;
    }

    /** Writes the managed configuration. */
    function configure(more: object = {}, mode = 0o600): void {
      const service = { baseUrl: emulator.url, systemToken: emulator.systemToken, proxy: 'direct' };
      const login = { username: 'given', bypass: 'deny', failMode: 'deny' };
      const config = { service, credentials: { secretKeyFile: 'secret' }, login, ...more };
      server.write(CONFIG, JSON.stringify(config), mode);
      server.write('/etc/gatehouse/secret', emulator.secretKey, 0o600);
    }

    beforeAll(async () => {
      emulator = await startEmulator();
      person = personAt(emulator.url);
      server = await makeServer(emulator.url);
      stop = server.remove;
      for (const name of ['alice', 'denied'])
        await well(server.system.inside(['sh', '-c', ADD_PERSON, 'sh', name]));
      before = await listingOf(server.system);
    }, SYSTEM_MS);

    afterAll(async () => {
      await stop();
      for (const file of files) rmSync(path.dirname(file), { recursive: true, force: true });
      await emulator.close();
    }, STEP_MS);

    it(
      'installs the deb for servers with what is there already, and links no library that is missing',
      async () => {
        await well(server.system.inside(['dpkg', '--install', await give('deb', OLD)]));
        const { stdout } = await well(
          server.asRoot('gatehouse --version; ldd /opt/gatehouse/bin/node'),
        );
        expect(stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n/);
        expect(stdout.toString()).not.toContain('not found');
        const { stdout: audit } = await well(
          server.asRoot('dpkg --audit; dpkg --verify gatehouse-cli'),
        );
        expect(audit.toString()).toBe('');
      },
      STEP_MS,
    );

    it(
      'lets root in on a server after an approval, and refuses root after a denial',
      async () => {
        configure();
        const check = 'HOME=/root gatehouse check --method push --user';
        const allowed = await approved(`${check} alice`);
        expect(allowed, allowed.stderr).toMatchObject({ code: 0 });
        expect(await server.asRoot(`${check} denied`)).toMatchObject({ code: 77 });
        expect(await server.cutOff(`${check} alice`)).toMatchObject({ code: 69 });
      },
      STEP_MS,
    );

    it(
      'becomes the command of an ordinary user over ssh, and asks in tmux on its terminal',
      async () => {
        configure({}, 0o644);
        await well(
          server.asRoot('chgrp alice /etc/gatehouse/secret; chmod 640 /etc/gatehouse/secret'),
        );
        const ssh = 'runuser -u alice -- ssh alice@127.0.0.1';
        const command = "gatehouse --method push --user alice -- sh -c 'id -un; exit 23'";
        const ran = await approved(`${ssh} ${quoted(command)}`);
        expect({ code: ran.code, stdout: ran.stdout.toString() }, ran.stderr).toEqual({
          code: 23,
          stdout: 'alice\n',
        });
        const inTmux = await approved(
          `${ssh} ${quoted(`tmux new-session -d 'gatehouse check --method push --user alice; echo "ended with $?" >~/said; tmux wait-for -S ended'; timeout 60 tmux wait-for ended; cat ~/said; rm ~/said`)}`,
        );
        expect(inTmux.stdout.toString(), inTmux.stderr).toBe('ended with 0\n');
        await well(server.asRoot('rm -rf ~alice/.config'));
      },
      STEP_MS,
    );

    describe('with the recipes of docs/servers.md', () => {
      /** Each enters, and says so; then the proxy of the entered environment. */
      const ENTERED = "'echo entered as $(id -un), proxy: ${https_proxy:-none}'";
      const SU = `su root -c ${ENTERED}`;
      const SUDO = `sudo -S sh -c ${ENTERED}`;
      const SUDO_I = `sudo -S -i sh -c ${ENTERED}`;
      const SSH = `ssh -o 'SendEnv=*' 127.0.0.1 ${ENTERED}`;

      /** A line of the shell of an account, behind which the right password is typed. */
      const by = (name: string, line: string, prepared = ''): string => {
        const asked = line.startsWith('su ') ? 'root' : name;
        const script = `export HOME=/home/${name}; cd; ${prepared}\n${line}`;
        return `echo password-of-${asked} >/tmp/typed; chmod 644 /tmp/typed
runuser -u ${name} -- sh -c ${quoted(script)} </tmp/typed`;
      };

      const said = ({ stdout, stderr }: Ended): string => stdout.toString() + stderr;

      beforeAll(async () => {
        await well(server.asRoot('cp -a /etc/pam.d /etc/pam.d.before'));
        const config = JSON.parse(recipes().get(CONFIG) ?? '') as { service: object };
        const { url: baseUrl, systemToken } = emulator;
        configure({ ...config, service: { ...config.service, baseUrl, systemToken } });
        for (const [place, block] of recipes())
          if (place !== CONFIG && !place.startsWith('/etc/cron'))
            server.write(place, block, place.endsWith('gatehouse-pam') ? 0o755 : 0o644);
        server.write('/etc/hosts', '127.0.0.1 localhost\n');
        server.write(
          '/etc/sudoers.d/people',
          'alice ALL=(ALL:ALL) ALL\ndenied ALL=(ALL:ALL) ALL\nDefaults timestamp_timeout=0, !fqdn\n',
          0o440,
        );
        await well(server.asRoot('echo root:password-of-root | chpasswd; sshd -t'));
        const login = { failMode: 'allow-when-unreachable', bypass: 'allow' };
        const service = { baseUrl: 'https://127.0.0.1:9', systemToken };
        server.write('/var/tmp/open.json', JSON.stringify({ service, login }));
        for (const name of ['alice', 'denied'])
          await well(server.asRoot(SET_TRAPS, name, '/var/tmp/open.json'));
      }, STEP_MS);

      it('finds each recipe in the page, and no fault and no warning in their configuration', async () => {
        expect([...recipes().keys()]).toEqual([
          CONFIG,
          '/usr/local/sbin/gatehouse-pam',
          '/etc/pam.d/su',
          '/etc/pam.d/sudo',
          '/etc/pam.d/sudo-i',
          '/etc/ssh/sshd_config.d/00-gatehouse.conf',
          '/etc/pam.d/sshd',
          '/etc/cron.d/backup',
          DROP_IN,
        ]);
        const { stdout } = await well(server.asRoot('HOME=/root gatehouse config validate'));
        expect(stdout.toString()).toBe(`${CONFIG}: no faults, no warnings.\n`);
        const worse = await server.asRoot(
          `umask 077; sed 's/"direct"/"system"/' ${CONFIG} >/tmp/worse; mount --bind /tmp/worse ${CONFIG}
HOME=/root gatehouse config validate`,
        );
        expect(worse.stdout.toString()).toContain('service.proxy: system) [root-unguarded]');
      });

      it.each(['su', 'sudo', 'sudo-i', 'sshd'])(
        'keeps each line of Debian’s own file of %s but the password that the key replaces',
        async (service) => {
          const own = await well(server.asRoot(`cat /etc/pam.d.before/${service}`));
          const kept = linesOf(own.stdout.toString()).filter(
            (line) => service !== 'sshd' || line !== '@include common-auth',
          );
          expect(linesOf(recipes().get(`/etc/pam.d/${service}`) ?? '').filter(isDebians)).toEqual(
            kept,
          );
        },
        STEP_MS,
      );

      it.each([
        ['su', SU, 'root'],
        ['sudo', SUDO, 'root'],
        ['sudo -i', SUDO_I, 'root'],
        ['sshd', SSH, 'alice'],
      ])(
        'sets the system’s limits in a session of %s',
        async (_what, line) => {
          const limits = '/etc/security/limits.d/test.conf';
          server.write(limits, '* soft sigpending 777\nroot soft sigpending 777\n');
          const shown = line.replace(
            ENTERED,
            "'echo entered, limit: $(prlimit --sigpending --output SOFT --noheadings)'",
          );
          expect(said(await approved(by('alice', shown)))).toMatch(/entered, limit: +777\n/);
          await well(server.asRoot(`rm ${limits}`));
        },
        STEP_MS,
      );

      it.each([
        ['su', SU, 'root, proxy: none'],
        ['sudo', SUDO, 'root, proxy: none'],
        ['sudo -i', SUDO_I, 'root, proxy: none'],
        // Debian's pam_env reads the person's own file for the session, behind the login.
        ['sshd', SSH, 'alice, proxy: http://127.0.0.1:9'],
      ])(
        'lets a person in by %s after an approval, and nobody after a denial or without the service',
        async (_what, line, entered) => {
          const allowed = await approved(by('alice', line));
          expect(said(allowed)).toContain(`entered as ${entered}\n`);

          const refused = await server.asRoot(by('denied', line));
          expect(refused.code).not.toBe(0);
          expect(said(refused)).toContain(DENIED);
          expect(said(refused)).not.toContain('entered');

          const alone = await server.cutOff(by('alice', line));
          expect(alone.code).not.toBe(0);
          expect(said(alone)).toContain('exit code 69');
          expect(said(alone)).not.toContain('entered');
        },
        STEP_MS,
      );

      it.each([
        // sudo gives the entered program an environment of its own.
        ['su', SU, 'root, proxy: http://127.0.0.1:9'],
        ['sudo', SUDO, 'root, proxy: none'],
        ['sudo -i', SUDO_I, 'root, proxy: none'],
        ['sshd', SSH, 'alice, proxy: http://127.0.0.1:9'],
      ])(
        'keeps each verdict of %s whatever the person has in the environment (SEC-42)',
        async (_what, line, entered) => {
          // The most that an administrator may let people say to sshd.
          server.write(
            '/etc/ssh/sshd_config.d/worst.conf',
            'AcceptEnv *\nPermitUserEnvironment yes\n',
          );
          const allowed = await approved(by('alice', line, HOSTILE));
          expect(said(allowed)).toContain(`entered as ${entered}\n`);

          const marked = 'code=$?; test ! -e /var/tmp/evil || echo evil ran; exit $code';
          const refused = await server.asRoot(`${by('denied', line, HOSTILE)}; ${marked}`);
          expect(refused.code).not.toBe(0);
          expect(said(refused)).toContain(DENIED);
          expect(said(refused)).not.toMatch(/entered|evil ran/);
        },
        STEP_MS,
      );

      it.each([
        ['nobody as Debian has sshd', '', false, true],
        ['root by key and approval with PermitRootLogin', 'PermitRootLogin yes', true, true],
        [
          'root by key alone, and asks no phone, with an exemption',
          'Match User root\nAuthenticationMethods publickey',
          true,
          false,
        ],
      ])(
        'lets in over ssh, of those who have root’s key: %s',
        async (_what, lines, isLetIn, isAsked) => {
          const recipe = '/etc/ssh/sshd_config.d/00-gatehouse.conf';
          const config = readFileSync(path.join(server.system.root, CONFIG), 'utf8');
          const { login, ...rest } = JSON.parse(config) as { login: object };
          server.write(
            CONFIG,
            JSON.stringify({ ...rest, login: { ...login, names: { root: 'alice' } } }),
            0o600,
          );
          server.write(recipe, `${recipes().get(recipe) ?? ''}${lines}\n`);
          await well(
            server.asRoot(
              'mkdir -p ~root/.ssh; cp ~alice/.ssh/id_ed25519.pub ~root/.ssh/authorized_keys',
            ),
          );

          const earlier = (await person.outbox('alice')).length;
          const ended = await approved(by('alice', `ssh root@127.0.0.1 ${ENTERED}`));
          expect(said(ended).includes('entered as root'), said(ended)).toBe(isLetIn);
          expect((await person.outbox('alice')).length > earlier).toBe(isAsked);

          server.write(CONFIG, config, 0o600);
          server.write(recipe, recipes().get(recipe) ?? '');
          await well(server.asRoot('rm -r ~root/.ssh'));
        },
        STEP_MS,
      );

      it(
        'says by sshd -T that the recipe counts, before a file of the system that says otherwise',
        async () => {
          const cloud = '/etc/ssh/sshd_config.d/50-cloud-init.conf';
          server.write(cloud, 'PasswordAuthentication yes\n');
          const counts = await well(server.asRoot('sshd -T'));
          expect(counts.stdout.toString().split('\n')).toEqual(
            expect.arrayContaining([
              'authenticationmethods publickey,keyboard-interactive:pam',
              'passwordauthentication no',
            ]),
          );
          await well(server.asRoot(`rm ${cloud}`));
        },
        STEP_MS,
      );

      it(
        'asks no phone and lets nobody in by any password where sshd does not read its recipe',
        async () => {
          const recipe = '/etc/ssh/sshd_config.d/00-gatehouse.conf';
          const apart = `mount --bind /dev/null ${recipe}
kill "$(cat /run/sshd.pid)"
tries=0
while test -e /run/sshd.pid && test "$tries" -lt 400; do sleep 0.05; tries=$((tries + 1)); done
/usr/sbin/sshd
tries=0
until ssh-keyscan 127.0.0.1 2>/dev/null | grep -q ssh || test "$tries" -gt 100; do sleep 0.05; tries=$((tries + 1)); done
`;
          const askpass = '#!/bin/sh\necho no-password-of-anybody\n';
          server.write('/var/tmp/askpass', askpass, 0o755);
          const environment = 'export SSH_ASKPASS=/var/tmp/askpass SSH_ASKPASS_REQUIRE=force';
          const line = `ssh -o PubkeyAuthentication=no -o PreferredAuthentications=password 127.0.0.1 ${ENTERED}`;
          const earlier = (await person.outbox('alice')).length;
          const refused = await approved(apart + by('alice', line, environment));
          expect(refused.code, said(refused)).not.toBe(0);
          expect(said(refused)).toContain('Permission denied');
          expect(said(refused)).not.toContain('entered');
          expect((await person.outbox('alice')).length).toBe(earlier);
        },
        STEP_MS,
      );

      it.each([
        ['its Node', 'node'],
        ['its launcher', 'gatehouse'],
      ])(
        'refuses at su if the login is killed: %s',
        async (_what, program) => {
          const killed = await server.asRoot(`(${by('alice', SU)}; echo "su ended with $?") &
${kill(program)}
wait`);
          expect(said(killed)).toContain('su ended with 1');
          expect(said(killed)).not.toContain('entered');
        },
        STEP_MS,
      );

      it(
        'keeps the verdicts at su if the disk of its own folder is full',
        async () => {
          const full = `mkdir -p ~root/.config; mount -t tmpfs -o size=4k none ~root/.config
dd if=/dev/zero of="$(echo ~root)/.config/full" bs=4k count=2 2>/dev/null
`;
          const refused = await server.asRoot(full + by('denied', SU));
          expect(refused.code).not.toBe(0);
          expect(said(refused)).not.toContain('entered');
          expect(said(await approved(full + by('alice', SU)))).toContain('entered as root');
        },
        STEP_MS,
      );

      it(
        'refuses at su where the script of the recipe is missing',
        async () => {
          const script = '/usr/local/sbin/gatehouse-pam';
          await well(server.asRoot(`mv ${script} /var/tmp/gatehouse-pam`));
          const refused = await server.asRoot(by('alice', SU));
          expect(refused.code).not.toBe(0);
          expect(said(refused)).not.toContain('entered');
          await well(server.asRoot(`mv /var/tmp/gatehouse-pam ${script}`));
        },
        STEP_MS,
      );
    });

    it(
      'leaves nothing of the recipes for PAM after the commands that undo them, and asks nobody',
      async () => {
        expect(recipes().get('/etc/pam.d/su')).toBe(
          readFileSync(path.join(server.system.root, '/etc/pam.d/su'), 'utf8'),
        );
        await well(server.asRoot('rm -f /etc/ssh/sshd_config.d/worst.conf'));
        // Here no systemd runs that could reload sshd.
        const reload =
          'systemctl() { test "$*" = "reload ssh" && kill -HUP "$(cat /run/sshd.pid)"; }';
        const undo = 'set -e\n' + reload + '\n' + undoing();
        await well(server.asRoot(undo));

        const earlier = (await person.outbox('alice')).length;
        const entered = await server.asRoot(
          `echo password-of-root | runuser -u alice -- su root -c 'echo as $(id -un)'
runuser -u alice -- ssh 127.0.0.1 'echo as $(id -un)'`,
        );
        expect(entered.stdout.toString(), entered.stderr).toBe('as root\nas alice\n');
        expect((await person.outbox('alice')).length).toBe(earlier);

        const { stdout } = await server.asRoot(
          'dpkg --verify util-linux sudo openssh-server; rm -r /etc/pam.d.before; grep -rl gatehouse /etc/pam.d /etc/ssh',
        );
        expect(stdout.toString()).toBe('');
        const ofRecipes = (line: string): boolean =>
          /^\/(etc\/pam\.d|etc\/ssh|usr\/local)[/ ]/.test(line);
        expect((await listingOf(server.system)).filter(ofRecipes)).toEqual(
          before.filter(ofRecipes),
        );
      },
      STEP_MS,
    );

    it(
      'starts the job of cron’s recipe for root after an approval, at its minute',
      async () => {
        const job = recipes().get('/etc/cron.d/backup') ?? '';
        server.write('/etc/cron.d/backup', job.replace('0 2 * * *', '* * * * *'));
        const backup = '#!/bin/sh\necho "as $(id -un)" >/var/tmp/backup\n';
        server.write('/usr/local/sbin/backup', backup, 0o755);
        const earlier = (await person.outbox('alice')).length;
        const ended = server.asRoot(`cron -f &
tries=0
until test -e /var/tmp/backup || test "$tries" -gt 1600; do sleep 0.05; tries=$((tries + 1)); done
kill $!
cat /var/tmp/backup`);
        const hasAsked = async (): Promise<boolean> =>
          (await person.outbox('alice')).length > earlier;
        await eventually('cron to start the job at its minute', hasAsked, CRON_MS);
        await person.approve((await person.delivered('alice', 'push', earlier)).tid);
        expect((await ended).stdout.toString()).toBe('as root\n');
        await well(server.asRoot('rm /etc/cron.d/backup /usr/local/sbin/backup /var/tmp/backup'));
      },
      STEP_MS,
    );

    describe('with the recipe of docs/servers.md for systemd', () => {
      /**
       * The recipe for an account, and a script under systemd; then what started, and how the unit
       * stands.
       */
      const underSystemd = (name: string, script: string): [string, string] => [
        UNDER_SYSTEMD,
        `sed -i 's/--user [a-z]*/--user ${name}/' ${DROP_IN}
${script}
echo "payroll is $(systemctl is-active payroll), as $(cat /run/payroll/account 2>/dev/null || echo nobody)"
cat /run/accounts 2>/dev/null
journalctl --sync
journalctl --unit payroll --output cat
journalctl --identifier gatehouse --output cat _UID=0`,
      ];

      beforeAll(async () => {
        configure({ audit: 'required' });
        for (const [name, unit] of Object.entries(UNITS))
          server.write(`/etc/systemd/system/${name}`, unit);
        server.write(DROP_IN, recipes().get(DROP_IN) ?? '');
        await well(server.system.inside(['useradd', '--system', 'payroll']));
      }, STEP_MS);

      it(
        'starts a service as its own account after an approval, and then what needs it, with a line in the journal',
        async () => {
          const start = 'systemd-analyze verify payroll.service && systemctl start accounts';
          const { code, stdout, stderr } = await approved(...underSystemd('alice', start));
          expect([code, stderr]).toEqual([0, '']);
          const said = stdout.toString();
          expect(said).toContain('payroll is active, as payroll\naccounts started\n');
          expect(said).toContain('"outcome":"confirmed","reason":null,"uid":0,"account":"alice"');
        },
        STEP_MS,
      );

      const NOT_STARTED = 'payroll is failed, as nobody\n';

      it(
        'starts neither a service after a denial nor what needs it, and asks at most three times in an hour',
        async () => {
          const starts = 'for try in 1 2 3 4; do systemctl start accounts && exit 70; done';
          const { stdout, stderr } = await server.asRoot(...underSystemd('denied', starts));
          const said = stdout.toString();
          expect(said, stderr).toContain(NOT_STARTED);
          expect(said).not.toContain('accounts started');
          expect(said.split(DENIED)).toHaveLength(4);
          expect(said).toContain('Start request repeated too quickly');
        },
        STEP_MS,
      );

      it(
        'starts no service whose login cannot reach the service or is killed',
        async () => {
          const start = 'systemctl start payroll && exit 70';
          const alone = await server.cutOff(...underSystemd('alice', start));
          expect(alone.stdout.toString(), alone.stderr).toContain(NOT_STARTED);
          expect(alone.stdout.toString()).toContain('"outcome":"unreachable"');
          const killing = `(${start}) &\n${kill('node')}\nwait`;
          const killed = await server.asRoot(...underSystemd('alice', killing));
          expect(killed.stdout.toString(), killed.stderr).toContain(NOT_STARTED);
          expect(killed.stdout.toString()).toContain('status=70');
        },
        STEP_MS,
      );
    });

    it(
      'keeps the configuration of a server when the deb is upgraded and removed, and leaves nothing when purged',
      async () => {
        const config = (): string => readFileSync(path.join(server.system.root, CONFIG), 'utf8');
        const written = config();
        await well(server.system.inside(['dpkg', '--install', await give('deb', NEW)]));
        const version = ['dpkg-query', '--show', '--showformat=${Version}', 'gatehouse-cli'];
        expect((await well(server.system.inside(version))).stdout.toString()).toBe(NEW);
        expect(config()).toBe(written);
        // As purging the other package does, after this one took its place.
        const script = server.system.give(inRoot('packaging', 'linux', 'after-remove.sh'));
        await well(server.system.inside(['sh', script, 'purge']));
        expect(config()).toBe(written);
        await well(server.system.inside(['dpkg', '--remove', 'gatehouse-cli']));
        expect(config()).toBe(written);
        await well(server.system.inside(['dpkg', '--purge', 'gatehouse-cli']));
        const left = (await listingOf(server.system)).filter((line) =>
          /\/[^ ]*gatehouse/.test(line),
        );
        expect(left.filter((line) => !RECIPES.test(line))).toEqual([]);
        expect(before.filter((line) => /gatehouse/.test(line))).toEqual([]);
      },
      STEP_MS,
    );

    it(
      'installs the rpm for servers where its libraries are there, runs and leaves nothing when erased',
      async () => {
        const system = server.system;
        const file = await give('rpm', OLD);
        const lacking = await system.inside(['rpm', '--install', file]);
        expect(lacking.stderr).toContain('libstdc++.so.6(CXXABI_1.3.11)(64bit) is needed');
        await well(system.inside(['sh', '-c', TELL_RPM]));
        await well(system.inside(['rpm', '--install', file]));
        expect(
          (await well(system.inside(['rpm', '--verify', 'gatehouse-cli']))).stdout.length,
        ).toBe(0);
        configure();
        const check = 'HOME=/root gatehouse check --method push --user';
        expect(await approved(`${check} alice`)).toMatchObject({ code: 0 });
        expect(await server.asRoot(`${check} denied`)).toMatchObject({ code: 77 });
        await well(system.inside(['rpm', '--erase', 'gatehouse-cli']));
        expect(readFileSync(path.join(system.root, CONFIG), 'utf8')).toContain('given');
        rmSync(path.join(system.root, '/etc/gatehouse'), { recursive: true });
        const left = (await listingOf(system)).filter((line) => /\/[^ ]*gatehouse/.test(line));
        expect(left.filter((line) => !RECIPES.test(line))).toEqual([]);
      },
      STEP_MS,
    );
  },
);

/** What the recipe for systemd puts into the system, which is no package's. */
const RECIPES = /^\/etc\/systemd\/system\/payroll\.service\.d\/gatehouse\.conf /;

/**
 * The lines of a file of PAM that say something, with one blank between words, and without the note
 * of a comment.
 */
const linesOf = (file: string): readonly string[] =>
  file
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

/** Whether a line of a recipe is none of ours. */
const isDebians = (line: string): boolean =>
  !line.includes('gatehouse-pam') && line !== 'auth sufficient pam_permit.so';

/** Kills a program of the package as soon as it runs. */
const kill = (program: string): string => `of_program() {
  for process in /proc/[0-9]*; do
    test "$(readlink "$process/exe")" != /opt/gatehouse/bin/${program} || echo "\${process#/proc/}"
  done
}
tries=0
until pid=$(of_program); test -n "$pid" || test "$tries" -gt 400; do sleep 0.05; tries=$((tries + 1)); done
kill -KILL $pid`;

/**
 * A service before which the login stands, with a variable that would lead it astray; and one that
 * needs it.
 */
const UNITS = {
  'payroll.service': `[Service]
Type=oneshot
RemainAfterExit=yes
User=payroll
Environment=https_proxy=http://127.0.0.1:9 XDG_CONFIG_HOME=/nowhere
ExecStart=/bin/sh -c 'id -un >/run/payroll/account'
RuntimeDirectory=payroll
Restart=on-failure
ProtectHome=yes
`,
  'accounts.service': `[Unit]
Requires=payroll.service
After=payroll.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'echo accounts started >/run/accounts'
`,
};

/**
 * Tells rpm of the system's libraries, which dpkg installed: a package without files, by rpm's own
 * names for them.
 */
const TELL_RPM = `set -e
{
  printf '%s\\n' 'Name: libraries-of-debian' 'Version: 1' 'Release: 1' 'License: none' 'Summary: Names'
  echo 'Provides: /bin/sh'
  find /usr/lib -name '*.so*' -type f | /usr/lib/rpm/elfdeps --provides | sort -u | sed 's/^/Provides: /'
  printf '%s\\n' '%description' 'Names.' '%files'
} >/tmp/libraries.spec
rpmbuild -bb --quiet --define '_topdir /tmp/made' /tmp/libraries.spec
rpm --install /tmp/made/RPMS/*/*.rpm`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The end of a program that must end well. */
async function well(ending: Promise<Ended>): Promise<Ended> {
  const ended = await ending;
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}
