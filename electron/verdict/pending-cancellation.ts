import type { VerdictExit } from './verdict-exit.ts';

type End = Pick<VerdictExit, 'cancel' | 'isOver'>;

/** Stores a cancellation until the writer of verdicts is loaded, for signals between the start and the window. */
export class PendingCancellation implements End {
  #end: End | null = null;
  #isCancelled = false;

  readonly cancel = (): void => {
    if (this.#end) this.#end.cancel();
    else this.#isCancelled = true;
  };

  readonly isOver = (): boolean => this.#end?.isOver() ?? false;

  /** Forwards to `end` from now on; an earlier cancellation ends it at once. */
  become(end: End): void {
    this.#end = end;
    if (this.#isCancelled) end.cancel();
  }
}
