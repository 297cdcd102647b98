import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { nodeFault } from '../network/network-errors.ts';
import { codeOf } from '../files/code-of.ts';
import type { ConnectOutcome, LookupOutcome } from './ports.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/** Looks a name up as other programs do, including the hosts file. */
export async function lookUpName(hostname: string): Promise<LookupOutcome> {
  try {
    const found = await lookup(hostname, { all: true });
    return { kind: 'found', addresses: found.map(({ address }) => address) };
  } catch (error) {
    return { kind: 'failed', evidence: toEvidence`${codeOf(error)}` };
  }
}

export function connectByTcp(
  hostname: string,
  port: number,
  timeoutMs: number,
): Promise<ConnectOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port });
    const settle = (outcome: ConnectOutcome): void => {
      clearTimeout(timer);
      resolve(outcome);
      socket.destroy();
    };
    const timer = setTimeout(() => {
      settle({ kind: 'timeout' });
    }, timeoutMs);
    socket.on('connect', () => {
      settle({ kind: 'connected' });
    });
    socket.on('error', (error) => {
      const code = codeOf(error);
      settle({ kind: 'failed', fault: nodeFault(code), evidence: toEvidence`${code}` });
    });
  });
}
