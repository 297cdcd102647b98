import { SECRET_MARK } from '../history.ts';
import type { Invariant } from '../invariant.ts';

export const I7_SECRETS: Invariant = {
  name: 'I7',
  says: 'no secret in a view, an outcome, a log entry or a state',
  watch: (_rules, report) => (entry) => {
    const found = markIn(entry);
    if (found) report(`${found[0]} in a ${entry.what === 'text' ? entry.where : entry.what}`);
  },
};

function markIn(entry: Parameters<ReturnType<Invariant['watch']>>[0]): RegExpExecArray | null {
  switch (entry.what) {
    case 'view':
      return SECRET_MARK.exec(JSON.stringify(entry.view));
    case 'outcome':
      return SECRET_MARK.exec(JSON.stringify(entry.outcome));
    case 'log':
    case 'text':
      return SECRET_MARK.exec(entry.text);
    default:
      return null;
  }
}
