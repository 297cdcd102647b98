/** Steps of set-up that are skipped while the hash of their inputs stays the same. */
import { isStamped, stamp, unstamp } from '../lib/stamp.mjs';

/** @typedef {import('./prepare.mjs').Context} Context */

/**
 * @param {string} name
 * @param {(context: Context) => string} inputs
 * @param {(context: Context) => boolean} isThere whether the result exists
 * @param {(context: Context) => Promise<unknown>} work
 * @returns {import('./prepare.mjs').Step}
 */
export const stampedStep = (name, inputs, isThere, work) => ({
  name,
  done: (context) => isThere(context) && isStamped(name, inputs(context)),
  async run(context) {
    // Before the work: a source that changes meanwhile makes the result stale.
    const hash = inputs(context);
    unstamp(name);
    await work(context);
    stamp(name, hash);
  },
});
