import { createLogin } from '../../../electron/login/create-login.ts';
import type { LoginController } from '../../../electron/login/login-controller.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import { givenCredentials } from '../../../electron/service/credentials.ts';
import { createLocalSigner } from '../../../electron/service/request-signer.ts';
import { fakeTimersClock } from '../../support/fakes/fake-clock.ts';
import { configFor, NO_PREFERENCES } from '../../support/login/login-run.ts';
import { SEED } from '../../support/random/seed.ts';
import { seededRandom } from '../../support/random/seeded-random.ts';
import type { SimulatedServer } from './server.ts';

type Heard = Pick<Parameters<typeof createLogin>[0], 'onView' | 'onOutcome'>;

/** The real engine (controller, client, event channel by polling) on the clock of fake timers. */
export function simulatedLogin(
  { url, systemToken, secretKey, http }: SimulatedServer,
  heard: Heard,
): LoginController {
  return createLogin({
    ...heard,
    proxyLogins: new ProxyLogins(),
    details: null,
    hostedPage: null,
    config: configFor({ url, systemToken }, { realtime: { transports: ['polling'] } }),
    credentials: givenCredentials(
      createLocalSigner(Buffer.from(secretKey, 'utf8'), 'hex'),
      systemToken,
    ),
    version: '0.0.0',
    http,
    webSocket: () => {
      throw new Error('no websocket');
    },
    clock: fakeTimersClock,
    // The same in each run of a history, so that a seed repeats it.
    random: seededRandom(SEED).fraction,
    endsAtMs: null,
    preferences: NO_PREFERENCES,
    signedAnswers: new Set(),
    log: () => undefined,
    username: '',
    onLeave: () => undefined,
  });
}
