import { useLater, useMirror } from '../store/window-services.ts';
import { GateEmblem } from './FirstGlyphs.tsx';

/**
 * One drawing that lives through the whole login, always in the same place: the gate, then the ring of the wait
 * that empties, then that ring closed into the mark of the end.
 */
export function Emblem() {
  const view = useMirror((mirror) => mirror.view);
  const later = useLater();
  if (later === null || view.screen === 'username' || view.screen === 'methods') return <GateEmblem />;
  return <later.Emblem view={view} />;
}
