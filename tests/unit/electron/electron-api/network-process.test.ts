import { EventEmitter } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  networkProcessEnds,
  answerOfNetworkProcess,
  watchNetworkProcess,
} from '../../../../electron/electron-api/network-process.ts';

const electron = vi.hoisted(() => ({ app: null as unknown as NodeJS.EventEmitter }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = new Emitter();
  return { app: electron.app };
});

const end = (serviceName: string): void => {
  electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'killed', serviceName });
};
const endOfNetwork = (): void => {
  end('network.mojom.NetworkService');
};

describe('the network process', () => {
  beforeAll(() => {
    expect(electron.app).toBeInstanceOf(EventEmitter);
    watchNetworkProcess();
    watchNetworkProcess();
  });

  it('counts the end of the network process, and of no other', () => {
    const before = networkProcessEnds();
    end('audio.mojom.AudioService');
    expect(networkProcessEnds()).toBe(before);
    endOfNetwork();
    expect(networkProcessEnds()).toBe(before + 1);
  });

  it('gives the answer of the network process', async () => {
    await expect(answerOfNetworkProcess(1000, Promise.resolve('answer'))).resolves.toBe('answer');
  });

  it('gives no answer after the end of the network process', async () => {
    const answer = answerOfNetworkProcess(60_000, new Promise(() => undefined));
    endOfNetwork();
    await expect(answer).resolves.toBeNull();
  });

  it('gives no answer if the network process refuses', async () => {
    await expect(
      answerOfNetworkProcess(60_000, Promise.reject(new Error('no'))),
    ).resolves.toBeNull();
  });

  it('gives no answer in time if the end of the network process is not reported', async () => {
    await expect(answerOfNetworkProcess(1, new Promise(() => undefined))).resolves.toBeNull();
  });
});
