import { useEffect } from 'react';
import { Help } from '../components/Help.tsx';
import { LiveRegions } from '../components/LiveRegions.tsx';
import { RequesterHeader } from '../components/RequesterHeader.tsx';
import { announce } from '../store/announcer.ts';
import { ServicesProvider, useMirror, useServices, useStrings } from '../store/use-services.ts';
import type { WindowServices } from '../store/window-services.ts';
import { ScreenSwitch } from './ScreenSwitch.tsx';
import { useEscape } from './use-escape.ts';

export function App({ services }: Readonly<{ services: WindowServices }>) {
  useEffect(() => services.connect(), [services]);
  return (
    <ServicesProvider value={services}>
      <Window />
    </ServicesProvider>
  );
}

function Window() {
  const strings = useStrings();
  useTroubleAnnouncement();
  useEscape();

  useEffect(() => {
    document.documentElement.lang = strings.language;
    document.documentElement.dir = strings.direction;
  }, [strings]);

  return (
    <div className="window">
      <RequesterHeader />
      <ScreenSwitch />
      <footer className="help">
        <Help />
      </footer>
      <LiveRegions />
    </div>
  );
}

/**
 * Announces a failed call to main (`Mirror.trouble`). `store/narration.ts` announces the login's
 * news.
 */
function useTroubleAnnouncement(): void {
  const { announcer } = useServices();
  const strings = useStrings();
  const trouble = useMirror((mirror) => mirror.trouble);

  useEffect(() => {
    if (trouble !== null) announce(announcer, 'assertive', strings.trouble[trouble.code]);
  }, [announcer, strings, trouble]);
}
