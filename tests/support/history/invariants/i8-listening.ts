import type { Invariant } from '../invariant.ts';

export const I8_LISTENING: Invariant = {
  name: 'I8',
  says: 'a method is asked for only while the event channel stands (where it connects after init)',
  watch:
    ({ policy }, report) =>
    (entry, before) => {
      if (policy.connect !== 'after-init') return;
      if (entry.what !== 'request' || entry.endpoint !== 'methodSSH') return;
      if (before.eventChannel()?.isConfirmed !== true)
        report(`methodSSH ${String(entry.method)}, and nobody listens`);
    },
};
