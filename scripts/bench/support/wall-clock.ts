const TICKS = 4;

/**
 * The wall clock, which all processes share, finer than the milliseconds of `Date.now`: a few of its ticks are waited for,
 * and a finer clock counts from the one that was seen soonest. For the seconds of one run: clocks drift apart.
 */
export function wallClock(): () => number {
  let ahead = -Infinity;
  for (let tick = 0; tick < TICKS; tick += 1) {
    const before = Date.now();
    let [at, counted] = [before, 0];
    while (at === before) [at, counted] = [Date.now(), performance.now()];
    ahead = Math.max(ahead, at - counted);
  }
  return () => performance.now() + ahead;
}
