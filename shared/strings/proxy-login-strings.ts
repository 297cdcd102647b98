import type { Messages } from './messages.ts';
import type { Sentence } from './types.ts';

/** A proxy that wants a login, as both frontends say it. */
export function proxyLoginStrings({ say, sentence }: Messages) {
  return {
    /** What happened, with the proxy's name. */
    asks: (proxy: string): Sentence => sentence('proxy.asks', { proxy }),
    /** Whose they are: many would type those of the login itself. */
    hint: say('proxy.hint'),
    name: say('proxy.name'),
    password: say('proxy.password'),
    /** The proxy did not take the last login. */
    refused: say('proxy.refused'),
    emptyPassword: say('proxy.empty-password'),
    emptyName: say('proxy.empty-name'),
  } as const;
}
