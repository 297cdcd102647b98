import type { Messages } from './messages.ts';
import type { SentenceParts } from './types.ts';

/** A proxy that wants a login, as both frontends say it. */
export function proxyLoginStrings({ say, sentence }: Messages) {
  return {
    /** The cause, with the proxy's name. */
    asks: (proxy: string): SentenceParts => sentence('proxy.asks', { proxy }),
    /** The owner of username and password: many people would type those of the login. */
    hint: say('proxy.hint'),
    name: say('proxy.name'),
    password: say('proxy.password'),
    /** The proxy did not take the last login. */
    refused: say('proxy.refused'),
    emptyPassword: say('proxy.empty-password'),
    emptyName: say('proxy.empty-name'),
  } as const;
}
