import { createRoot } from 'react-dom/client';
import { App } from '../../../../renderer/app/App.tsx';
import { afterUsername } from '../../../../renderer/app/after-username.tsx';
import { setDoctorOpen } from '../../../../renderer/store/mirror.ts';
import { createWindowServices } from '../../../../renderer/store/window-services.ts';
import '../../../../renderer/styles/index.css';
import { createFakeBridge } from '../fake-bridge.ts';
import { FIXTURES, failedView, usernameView } from '../fixtures.ts';
import { reportNamed } from '../reports.ts';

/**
 * Draws the real window over a fake bridge, with the view that the address names: `#push-reconnecting`. `#doctor-…`
 * opens the doctor's screen over an error, with the report of that name; `#doctor-looking` has no report.
 */
const name = decodeURIComponent(window.location.hash.slice(1));
const isDoctor = name.startsWith('doctor-');
const report = reportNamed(name);
const view = isDoctor ? failedView('network-unreachable') : (FIXTURES[name] ?? usernameView());
const main = createFakeBridge(view, undefined, report ?? undefined);
if (report === null) main.answer('app:run-doctor', () => new Promise(() => undefined));
const services = createWindowServices(
  main.bridge,
  () => Promise.resolve(afterUsername),
  await afterUsername.loadStrings('en', {}),
);
const root = document.getElementById('root');
if (root === null) throw new Error('no #root');
createRoot(root).render(<App services={services} />);
// Once the first view is there, which would close it.
const unsubscribe = services.mirror.subscribe(({ revision }) => {
  if (revision < 1) return;
  unsubscribe();
  if (isDoctor) setDoctorOpen(services.mirror, true);
});
window.addEventListener('hashchange', () => window.location.reload());
