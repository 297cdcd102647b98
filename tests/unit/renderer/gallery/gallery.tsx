import { createRoot } from 'react-dom/client';
import { App } from '../../../../renderer/app/App.tsx';
import { createWindowServices } from '../../../../renderer/store/window-services.ts';
import '../../../../renderer/styles/index.css';
import { createFakeBridge } from '../fake-bridge.ts';
import { FIXTURES, usernameView } from '../fixtures.ts';

/** Draws the real window over a fake bridge, with the view that the address names: `#push-reconnecting`. */
const name = decodeURIComponent(window.location.hash.slice(1));
const { bridge } = createFakeBridge(FIXTURES[name] ?? usernameView());
const root = document.getElementById('root');
if (root === null) throw new Error('no #root');
createRoot(root).render(<App services={createWindowServices(bridge)} />);
window.addEventListener('hashchange', () => window.location.reload());
