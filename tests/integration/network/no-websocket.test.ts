/**
 * The event channel of a program without websockets: polling alone, whatever transports are
 * configured.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noWebSocket } from '../../../electron/network/no-websocket.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import type { TransportName } from '../../../electron/event-channel/connection.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { nodeHttpTo } from '../../support/network/node-port.ts';
import { personAt } from '../../../lab/person.ts';

describe('a login without websockets', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(async () => {
    await emulator.close();
  });

  function started(transports: readonly TransportName[]): LoginRun {
    const { url } = emulator;
    return new LoginRun(emulator, {
      realtime: { transports: [...transports] },
      network: {
        http: nodeHttpTo(url),
        webSocket: noWebSocket,
        proxyLogins: new ProxyLogins(),
      },
    });
  }

  it.each<readonly TransportName[][]>([
    [['polling']],
    [['polling', 'websocket']],
    [['websocket', 'polling']],
  ])('hears the approval over polling, with the transports %j', async (transports) => {
    const username = `polls-${transports.join('-')}`;
    emulator.users.add({ username, methods: ['push'] });
    const run = started(transports);
    try {
      run.submitUsername(username);
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      const person = personAt(emulator.url);
      await person.approve((await person.delivered(username, 'push')).tid);
      await run.screen('succeeded');
    } finally {
      run.close();
    }
    expect(run.outcomes).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('ends before a phone rings, with websockets as the only transport', async () => {
    const username = 'polls-never';
    emulator.users.add({ username, methods: ['push'] });
    const run = started(['websocket']);
    try {
      run.submitUsername(username);
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      const { code } = await run.screen('failed');
      expect(code).toBe('realtime-unreachable');
    } finally {
      run.close();
    }
    expect(await personAt(emulator.url).outbox(username)).toEqual([]);
  });
});
