/**
 * Program: eight hours of waiting for one push, with Node's timers and date moved on by hand, the real engine (controller,
 * client, event channel by polling) and a server made of timers; then the approval. Prints its figures as JSON. No window
 * is in it: Chromium's clocks cannot be moved.
 */
import { mock } from 'node:test';
import { simulatedLogin } from '../../../tests/model/simulation/login.ts';
import { SimulatedServer } from '../../../tests/model/simulation/server.ts';

/** `heapBytes`: after each hour. */
export type Wait = Readonly<{ requests: number; views: number; heapBytes: readonly number[] }>;

const HOURS = 8;
/** A person asks for more time sooner than the two minutes of a wait. */
const [ASK_EVERY_MS, ASKS_IN_HOUR] = [90_000, 40];
const STEP_MS = 100;
const SECOND_MS = 1_000;

mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
const server = new SimulatedServer();
let views = 0;
let outcome = '';
const login = simulatedLogin(server, {
  onView: () => void (views += 1),
  onOutcome: (end) => void ({ outcome } = end),
});

login.dispatch({ type: 'submit-username', username: 'alice' });
await pass(SECOND_MS);
login.dispatch({ type: 'choose-method', method: 'push' });
await pass(SECOND_MS);
const before = { requests: server.requests, views };
const heapBytes: number[] = [];
for (let hour = 0; hour < HOURS; hour += 1) {
  for (let asked = 0; asked < ASKS_IN_HOUR; asked += 1) {
    login.dispatch({ type: 'keep-waiting' });
    await pass(ASK_EVERY_MS);
  }
  globalThis.gc?.();
  heapBytes.push(process.memoryUsage().heapUsed);
}
const wait: Wait = {
  requests: server.requests - before.requests,
  views: views - before.views,
  heapBytes,
};
server.service.approve(server.newestPush ?? '');
await pass(SECOND_MS);
if (outcome !== 'confirmed')
  throw new Error(`the wait ended with ${outcome}: ${JSON.stringify(login.view())}`);
process.stdout.write(JSON.stringify(wait));
process.exit(0);

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    mock.timers.tick(STEP_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
