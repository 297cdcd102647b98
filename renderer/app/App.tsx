import { useEffect } from 'react';
import { Help } from '../components/Help.tsx';
import { LiveRegions } from '../components/LiveRegions.tsx';
import { WhoAsks } from '../components/WhoAsks.tsx';
import { ServicesProvider, useFirstStrings, type WindowServices } from '../store/window-services.ts';
import { ScreenSwitch } from './ScreenSwitch.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { useEscape } from './use-escape.ts';

/** The whole window: who asks, the screen, the help; the two live regions beside them. */
export function App({ services }: Readonly<{ services: WindowServices }>) {
  useEffect(() => services.connect(), [services]);
  return (
    <ServicesProvider value={services}>
      <Window />
    </ServicesProvider>
  );
}

function Window() {
  const strings = useFirstStrings();
  useAnnouncements();
  useEscape();

  useEffect(() => {
    document.documentElement.lang = strings.language;
  }, [strings]);

  return (
    <div className="window">
      <WhoAsks />
      <ScreenSwitch />
      <footer className="help">
        <Help />
      </footer>
      <LiveRegions />
    </div>
  );
}
