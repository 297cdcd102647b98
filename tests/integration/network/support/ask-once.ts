/**
 * Asks an address once over the port in plain Node, and prints the outcome as JSON. Argument: the
 * address.
 */
import { ask } from '../../../support/network/ask-port.ts';
import { nodeHttpTo } from '../../../support/network/node-port.ts';

const url = process.argv[2] ?? '';
process.stdout.write(JSON.stringify(await ask(nodeHttpTo(url), url)));
