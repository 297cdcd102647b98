import { ERROR_CATALOG } from '../../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import type { Invariant } from '../invariant.ts';

export const I13_DENIED: Invariant = {
  name: 'I13',
  says: 'a denial that was reported stays one until the person goes on from its screen',
  watch: (_rules, report) => {
    let isDenied = false;
    return (entry) => {
      if (entry.what === 'view') {
        if (isDenied && entry.view.screen === 'failed' && !isDenial(entry.view)) {
          report(`a denial became ${entry.view.code}`);
        }
        isDenied &&= isDenial(entry.view) || entry.view.screen === 'hosted-page';
      }
      if (entry.what !== 'outcome') return;
      if (isDenied && entry.outcome.outcome !== 'denied')
        report(`a denial became ${entry.outcome.outcome}`);
      isDenied = entry.outcome.outcome === 'denied';
    };
  },
};

function isDenial(view: LoginView): boolean {
  return view.screen === 'failed' && ERROR_CATALOG[view.code].outcome === 'denied';
}
