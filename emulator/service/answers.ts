import type { Timers } from '../basics/timers.ts';
import type { RealtimeHub } from '../realtime/hub.ts';
import type { Waiting } from '../waiting.ts';
import { allows } from './acts.ts';
import type { Service } from './service.ts';

/** An answer comes after the answer to methodSSH, whose request it may answer. */
const LEAST_MS = 1;

/**
 * Lets people with an `answer` of their own act on what they get, from the moment when somebody
 * listens for it.
 *
 * @param timers of the emulator's clock
 */
export function answerByThemselves(
  service: Service,
  hub: RealtimeHub,
  waiting: Waiting,
  timers: Timers,
): void {
  const planned = new WeakSet();

  function look(): void {
    for (const { username, answer, answerAfterSeconds } of service.directory.all()) {
      if (answer === undefined || answer === 'never') continue;
      for (const delivery of service.outbox.ofUser(username)) {
        if (planned.has(delivery) || !allows(delivery, answer)) continue;
        if (!waiting.hasListener(delivery.tid)) continue;
        planned.add(delivery);
        timers.after(Math.max(LEAST_MS, answerAfterSeconds * 1000), () => {
          waiting.answer(delivery, answer);
        });
      }
    }
  }

  service.changed.listen(look);
  hub.changed.listen(look);
}
