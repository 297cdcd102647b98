import type { VerdictExit } from './verdict-exit.ts';

type End = Pick<VerdictExit, 'cancel' | 'isOver'>;

/**
 * The end of a login while what writes verdicts is not loaded yet: a cancellation is kept for it, so that a signal
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

  /** From now on this one ends the login; what was kept ends it at once. */
  become(end: End): void {
    this.#end = end;
    if (this.#isCancelled) end.cancel();
  }
}
