import type { Bridge } from '../../shared/ipc/contract.ts';
import { createIntents, type Intents } from '../bridge/intents.ts';
import { createAnnouncer, type AnnouncerStore } from './announcer.ts';
import { createMainConnection, type MainConnection } from './main-connection.ts';
import {
  createMirror,
  setInFlight,
  showTrouble,
  type MirrorStore,
  type ServedPage,
} from './mirror.ts';
import { createNarration } from './narration.ts';

export type WindowServices = MainConnection &
  Readonly<{ mirror: MirrorStore; announcer: AnnouncerStore; intents: Intents }>;

export function createWindowServices(bridge: Bridge | null, page: ServedPage): WindowServices {
  const mirror = createMirror(page);
  const announcer = createAnnouncer();
  const narration = createNarration(announcer, () => mirror.getState().strings);
  const connection = createMainConnection(bridge, mirror, page, narration.announce);
  const intents = createIntents(bridge, {
    isInFlight: (name) => mirror.getState().inFlight.has(name),
    setInFlight: (name, isInFlight) => setInFlight(mirror, name, isInFlight),
    showTrouble: (trouble) => showTrouble(mirror, trouble),
  });
  return {
    ...connection,
    mirror,
    announcer,
    intents,
    connect: () => {
      const disconnect = connection.connect();
      return () => {
        disconnect();
        narration.end();
      };
    },
  };
}
