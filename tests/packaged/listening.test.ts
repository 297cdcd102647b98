import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listeningIn } from './listening.ts';

describe.skipIf(process.platform !== 'linux')('a listening port', () => {
  it('sees a listening port while it is open', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = (server.address() as AddressInfo).port.toString(16).toUpperCase().padStart(4, '0');
    expect(listeningIn([process.pid])).toContain(`0100007F:${port}`);
    await new Promise((resolve) => server.close(resolve));
    expect(listeningIn([process.pid])).not.toContain(`0100007F:${port}`);
  });
});
