import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endingWithUs } from '../../../scripts/lib/run.ts';

/** An address of the service that both links lead to. */
export const SERVICE = '10.199.9.1';

/** The arguments of ip(8). */
export type IpCommand = readonly string[];

/** Why network namespaces cannot be made here; empty where they can. */
export function withoutNamespaces(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'network namespaces need root on Linux';
  const name = `gatehouse-try-${String(process.pid)}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'del', name);
    return '';
  } catch {
    return 'no network namespaces (iproute2, CAP_SYS_ADMIN)';
  }
}

/**
 * A computer and a network in namespaces of their own, joined by two links. The network sends
 * nothing back over another link than the packet came by, as a network behind a translated address
 * does.
 */
export class TwoLinks {
  readonly #computer: string;
  readonly #network: string;
  #relay: ChildProcess | null = null;

  constructor(name: string) {
    this.#computer = `${name}-c`;
    this.#network = `${name}-n`;
  }

  open(): void {
    for (const space of [this.#computer, this.#network]) {
      ip('netns', 'add', space);
      ip('-n', space, 'link', 'set', 'lo', 'up');
    }
    ip('-n', this.#network, 'addr', 'add', `${SERVICE}/32`, 'dev', 'lo');
    for (const link of ['1', '2']) {
      const peer = [
        'peer',
        'name',
        `up${link}`,
        'address',
        `02:00:00:00:99:0${link}`,
        'netns',
        this.#network,
      ];
      const own = [
        'link',
        'add',
        `eth${link}`,
        'address',
        `02:00:00:00:98:0${link}`,
        'type',
        'veth',
      ];
      ip('-n', this.#computer, ...own, ...peer);
      // No addresses of the kernel's own (namespace-links.ts).
      ip('-n', this.#computer, 'link', 'set', `eth${link}`, 'addrgenmode', 'none');
      ip('-n', this.#network, 'addr', 'add', `10.199.${link}.1/24`, 'dev', `up${link}`);
      ip('-n', this.#network, 'link', 'set', `up${link}`, 'up');
      // Questions for the hardware's address would come from the service's, or from another link's:
      // both stay unanswered.
      for (const host of ['2', '3']) {
        const known = [
          `10.199.${link}.${host}`,
          'lladdr',
          `02:00:00:00:98:0${link}`,
          'dev',
          `up${link}`,
        ];
        ip('-n', this.#network, 'neigh', 'replace', ...known, 'nud', 'permanent');
      }
      this.#filterBySource(`up${link}`);
    }
    this.#filterBySource('all');
  }

  /** The first link with an address, and all routes over it; the second without. */
  begin(): void {
    // The kernel needs up to a second to activate a link.
    for (const link of ['1', '2'])
      this.change(['link', 'set', `eth${link}`, 'up'], ['addr', 'flush', 'dev', `eth${link}`]);
    this.change(...addressOn('1'), ['route', 'replace', 'default', 'via', '10.199.1.1']);
  }

  /** Commands of ip(8), in the computer. */
  change(...commands: readonly IpCommand[]): void {
    for (const command of commands) ip('-n', this.#computer, ...command);
  }

  /**
   * Leads the service's address to a socket of the file system.
   *
   * @returns its port
   */
  async serve(socket: string): Promise<number> {
    const words = [process.execPath, join(import.meta.dirname, 'relay.ts'), SERVICE, socket];
    const [command, args] = endingWithUs('ip', ['netns', 'exec', this.#network, ...words], 'KILL');
    const relay = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#relay = relay;
    const [said] = (await once(relay.stdout, 'data')) as [Buffer];
    return Number(said.toString());
  }

  /** A command that runs in the computer. */
  inComputer(command: readonly [string, ...string[]]): [string, ...string[]] {
    return ['ip', 'netns', 'exec', this.#computer, ...command];
  }

  close(): void {
    this.#relay?.kill();
    for (const space of [this.#computer, this.#network]) {
      try {
        ip('netns', 'del', space);
      } catch {
        // It was never made.
      }
    }
  }

  /**
   * Lets the network take no packet on another link than the one that leads to its sender
   * (ip-sysctl, `rp_filter`).
   */
  #filterBySource(link: string): void {
    const file = `/proc/sys/net/ipv4/conf/${link}/rp_filter`;
    ip('netns', 'exec', this.#network, 'sh', '-c', `echo 1 > ${file}`);
  }
}

/** Commands that give a link its address, with the network's own beside it known. */
export function addressOn(link: '1' | '2'): readonly IpCommand[] {
  return [
    ['addr', 'add', `10.199.${link}.2/24`, 'dev', `eth${link}`],
    [
      'neigh',
      'replace',
      `10.199.${link}.1`,
      'lladdr',
      `02:00:00:00:99:0${link}`,
      'dev',
      `eth${link}`,
      'nud',
      'permanent',
    ],
  ];
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}
