import type { Callback } from '../../../electron/hosted-page/callback.ts';
import type {
  HostedListeners,
  HostedPageDisplay,
} from '../../../electron/hosted-page/hosted-page.ts';
import { chromiumFailure } from '../../../electron/network/network-errors.ts';
import { failure, success } from '../../../shared/result.ts';
import { toEvidence } from '../../../shared/service/evidence.ts';
import type { Choices } from './choices.ts';
import { wayMs } from './network.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedService } from './service.ts';

export type HostedPageOptions = Readonly<{
  service: SimulatedService;
  scheduler: Scheduler;
  choices: Choices;
  place: 'window' | 'browser';
  /** Half of all pages meet with trouble. */
  isStormy: boolean;
  /** The person confirmed on the page, and the service issued this token. */
  onApproved: (tid: string, token: string) => void;
}>;

type PageAct =
  | 'approve'
  | 'cancel'
  | 'logout'
  | 'error'
  | 'unknown'
  | 'malformed'
  | 'forged'
  | 'stolen'
  | 'closed'
  | 'not-loaded'
  | 'not-opened'
  | 'ignore';

/**
 * The hosted page without a browser: the person's acts there, the fate of the callback, and an
 * attacker with the callback address and a token of another person. A callback may come twice, or
 * after the page was closed; the product's own displays never do that.
 */
export function simulatedPage(options: HostedPageOptions): HostedPageDisplay {
  const { scheduler, choices, place } = options;
  let count = 0;
  return {
    display: place,
    prepare: () => {
      if (choices.chance(2)) {
        return Promise.resolve(
          failure({ kind: 'callback', evidence: toEvidence`in use` } as const),
        );
      }
      count += 1;
      let isClosed = false;
      const leaks = choices.chance(10);
      return Promise.resolve(
        success({
          callbackUrl: `http://127.0.0.1:1/value-against-forgery-${String(count)}`,
          show: (webUri: string, listeners: HostedListeners) => {
            const hears = (): boolean => !isClosed || leaks;
            const act = actOf(options);
            scheduler.after(thinkMs(choices), 'there', () => {
              happens(options, act, webUri, (tell) => {
                scheduler.after(wayMs(choices), 'here', () => {
                  if (hears()) tell(listeners);
                });
              });
            });
          },
          showAgain: () => undefined,
          close: () => {
            isClosed = true;
          },
        }),
      );
    },
  };
}

/** One act on the page, and its callback. */
function happens(
  { service, choices, onApproved }: HostedPageOptions,
  act: PageAct,
  webUri: string,
  tell: (told: (listeners: HostedListeners) => void) => void,
): void {
  const tid = webUri.slice(webUri.lastIndexOf('/') + 1);
  const comesBack = (callback: Callback): void => {
    // The browser may lose it on the way, or come twice.
    const times = choices.weighted([16, 1], [2, 0], [2, 2]);
    for (let time = 0; time < times; time += 1) tell(({ onCallback }) => onCallback(callback));
  };
  const token = act === 'approve' ? service.approveHosted(tid) : null;
  switch (act) {
    case 'approve':
      if (token === null) return;
      onApproved(tid, token);
      comesBack({ state: 'ok', token });
      return;
    case 'forged':
      comesBack({ state: 'ok', token: `forged-token-for-${tid}` });
      return;
    case 'stolen':
      comesBack({ state: 'ok', token: service.strangersToken('mallory') });
      return;
    case 'closed':
      tell(({ onClosed }) => onClosed());
      return;
    case 'not-loaded':
      tell(({ onFailed }) => onFailed(chromiumFailure('ERR_CONNECTION_RESET')));
      return;
    case 'not-opened':
      tell(({ onFailed }) => onFailed({ kind: 'browser', evidence: toEvidence`not opened` }));
      return;
    case 'ignore':
      return;
    default:
      comesBack({ state: act });
  }
}

function actOf({ choices, isStormy }: HostedPageOptions): PageAct {
  return choices.weighted<PageAct>(
    [isStormy ? 15 : 60, 'approve'],
    [4, 'cancel'],
    [2, 'logout'],
    [3, 'error'],
    [2, 'unknown'],
    [2, 'malformed'],
    [4, 'forged'],
    [4, 'stolen'],
    [4, 'closed'],
    [3, 'not-loaded'],
    [3, 'not-opened'],
    [6, 'ignore'],
  );
}

function thinkMs(choices: Choices): number {
  const [low, high] = choices.weighted(
    [6, [1_000, 20_000]],
    [2, [0, 60]],
    [2, [20_000, 110_000]],
    // About the deadline of the login, and after it.
    [1, [80_000, 100_000]],
    [1, [280_000, 320_000]],
  );
  return choices.between(low, high);
}
