import type { VerdictExit } from './verdict-exit.ts';

type End = Pick<VerdictExit, 'cancel' | 'isOver'>;

/** Stores a cancellation until the writer of verdicts is loaded. */
export class PendingCancellation implements End {
  #end: End | null = null;
  #isCancelled = false;

  readonly cancel = (): void => {
    if (this.#end) this.#end.cancel();
    else this.#isCancelled = true;
  };

  readonly isOver = (): boolean => this.#end?.isOver() ?? false;

  /** Forwards a stored or later cancellation to `end`. */
  forwardTo(end: End): void {
    this.#end = end;
    if (this.#isCancelled) end.cancel();
  }
}
