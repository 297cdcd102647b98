import type { Messages } from './messages.ts';
import type { SentenceParts } from './types.ts';

export function proxyLoginStrings({ say, sentence }: Messages) {
  return {
    asks: (proxy: string): SentenceParts => sentence('proxy.asks', { proxy }),
    /** Says whose username and password: many people would type those of the login. */
    hint: say('proxy.hint'),
    name: say('proxy.name'),
    password: say('proxy.password'),
    refused: say('proxy.refused'),
    emptyPassword: say('proxy.empty-password'),
    emptyName: say('proxy.empty-name'),
  } as const;
}
