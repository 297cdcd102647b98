/** Relays the connections to an address of this network namespace to a socket of the file system. */
import { connect, createServer, type AddressInfo } from 'node:net';

const [address, socket] = process.argv.slice(2);
const server = createServer((client) => {
  const upstream = connect(socket ?? '');
  for (const end of [client, upstream]) {
    end.on('error', () => undefined);
    end.on('close', () => {
      client.destroy();
      upstream.destroy();
    });
  }
  client.pipe(upstream).pipe(client);
});
server.listen(0, address, () => {
  process.stdout.write(`${String((server.address() as AddressInfo).port)}\n`);
});
