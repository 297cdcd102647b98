import type {
  HostedAttempt,
  HostedListeners,
  HostedPageDisplay,
} from '../hosted-page/hosted-page.ts';
import type { ServiceClient } from '../service/service-client.ts';

/**
 * The hosted page of the current attempt. Without a display (promptless), init sends no callback
 * address.
 */
export class PageOfAttempt {
  readonly #display: HostedPageDisplay | null;
  readonly #service: Pick<ServiceClient, 'init'>;
  /** The attempt that has a hosted page; null without one. */
  #current: HostedAttempt | null = null;

  constructor(display: HostedPageDisplay | null, service: Pick<ServiceClient, 'init'>) {
    this.#display = display;
    this.#service = service;
  }

  /** Sends init with a callback address. Closes the address if the answer has no hosted page. */
  async start(username: string, signal: AbortSignal): ReturnType<ServiceClient['init']> {
    if (this.#display === null) return this.#service.init(username, signal, null);
    const prepared = await this.#display.prepare();
    if (!prepared.ok) return prepared;
    const attempt = prepared.value;
    if (signal.aborted) {
      attempt.close();
      return { ok: false, error: { kind: 'aborted' } };
    }
    signal.addEventListener('abort', attempt.close, { once: true });
    const answer = await this.#service.init(username, signal, attempt.callbackUrl);
    signal.removeEventListener('abort', attempt.close);
    const hasPage = answer.ok && answer.value.status === 'hosted-page' && !signal.aborted;
    if (hasPage) this.#current = attempt;
    else attempt.close();
    return answer;
  }

  show(webUri: string, listeners: HostedListeners): void {
    this.#current?.show(webUri, listeners);
  }

  showAgain(): void {
    this.#current?.showAgain();
  }

  close(): void {
    this.#current?.close();
    this.#current = null;
  }
}
