import type { VerdictExit } from './verdict-exit.ts';

type End = Pick<VerdictExit, 'cancel' | 'isOver'>;

/**
 * The end of a login until the writer of verdicts is loaded: it keeps a cancellation for the writer, so that a signal
 * between the start and the window ends the login as one does later.
 */
export class PendingCancellation implements End {
  #end: End | null = null;
  #isCancelled = false;

  readonly cancel = (): void => {
    if (this.#end) this.#end.cancel();
    else this.#isCancelled = true;
  };

  readonly isOver = (): boolean => this.#end?.isOver() ?? false;

  /** From now on `end` ends the login; a kept cancellation ends it at once. */
  become(end: End): void {
    this.#end = end;
    if (this.#isCancelled) end.cancel();
  }
}
