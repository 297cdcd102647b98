import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { CommandName } from '../../shared/ipc/contract.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import type { Intents } from '../bridge/intents.ts';
import { openingFor } from '../view/announcements.ts';
import type { Mirror } from './mirror.ts';
import type { WindowServices } from './window-services.ts';

const ServicesContext = createContext<WindowServices | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): WindowServices {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('a component stands outside of ServicesProvider');
  return services;
}

/** Selects a part of the window's state, and renders the component again when that part changes. */
export function useMirror<Part>(select: (mirror: Mirror) => Part): Part {
  return useStore(useServices().mirror, select);
}

export function useIntents(): Intents {
  return useServices().intents;
}

/** Whether a command of this name waits for main's answer. */
export function useInFlight(name: CommandName): boolean {
  return useMirror((mirror) => mirror.inFlight.has(name));
}

export function useStrings(): Strings {
  return useMirror((mirror) => mirror.strings);
}

/** Text that a screen reader reads after the screen's heading; empty for the first screen. */
export function useOpening(): string {
  const openedWith = useMirror((mirror) => mirror.openedWith);
  return openingFor(openedWith, useStrings());
}
