import type { VerdictExit } from './verdict-exit.ts';

type LoginEnd = Pick<VerdictExit, 'cancel' | 'isOver'>;

/** Stores a cancellation until the writer of verdicts is loaded. */
export class PendingCancellation implements LoginEnd {
  #end: LoginEnd | null = null;
  #isCancelled = false;

  readonly cancel = (): void => {
    if (this.#end) this.#end.cancel();
    else this.#isCancelled = true;
  };

  readonly isOver = (): boolean => this.#end?.isOver() ?? false;

  /** Forwards a stored or later cancellation to `end`. */
  forwardTo(end: LoginEnd): void {
    this.#end = end;
    if (this.#isCancelled) end.cancel();
  }
}
