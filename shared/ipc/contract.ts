/**
 * Types and checks of the bridge, made from the rows of `CHANNELS`. The row of one command, in
 * channels.ts:
 *
 *     'login:submit-code': command({ code: { kind: 'text', maxLength: 4096 } })
 *
 * - Main has its handler, in window-handlers.ts. `registerChannels` calls it only if the frame is the
 *   page's own, and the argument fits `ARGUMENTS['login:submit-code']`: exactly `code`, a text of
 *   at most 4,096 characters.
 *
 *       'login:submit-code': ({ code }) => dispatch({ type: 'submit-code', code }),    // `code` is a string
 * - The preload makes a function of it. Its name is the channel's, its type a member of `Bridge`:
 *
 *       window.gatehouse.login.submitCode({ code: '482913' }); // Promise<IpcAnswer<{}>>
 * - The page calls it by the row's name, and learns whether main took it:
 *
 *       await intents.send('login:submit-code', { code: '482913' }); // true, or the window shows the trouble
 *
 * `query<AppInfo>()` is the same, and its answer has a value; `event<NumberedView>()` of
 * `login:view-changed` becomes `window.gatehouse.login.onViewChanged(listener)`, which returns the
 * function that removes the listener.
 */
import * as z from 'zod/mini';
import type { Result } from '../result.ts';
import {
  CHANNELS,
  type ArgumentField,
  type ArgumentFields,
  type ChannelKind,
  type ChannelName,
} from './channels.ts';

/**
 * The error of a call. Its details stay in main: the message says no more than what kind of call
 * failed.
 */
export type IpcError = Readonly<{
  code: 'ipc-denied' | 'ipc-invalid' | 'not-now' | 'not-saved' | 'not-opened' | 'internal';
  message: string;
}>;

export type IpcAnswer<Value> = Result<Value, IpcError>;

type Channels = typeof CHANNELS;
type ByKind<Kind extends ChannelKind> = {
  [Name in ChannelName]: Channels[Name]['kind'] extends Kind ? Name : never;
}[ChannelName];
export type CallName = ByKind<'query' | 'command'>;
export type QueryName = ByKind<'query'>;
export type CommandName = ByKind<'command'>;
export type EventName = ByKind<'event'>;

export const CALLS = (Object.keys(CHANNELS) as ChannelName[]).filter(
  (channel): channel is CallName => CHANNELS[channel].kind !== 'event',
);

type Shape<Fields extends ArgumentFields> = Fields extends null
  ? Record<string, never>
  : {
      -readonly [Member in keyof Fields]: Fields[Member] extends Readonly<{
        words: readonly (infer Word)[];
      }>
        ? Word
        : Fields[Member] extends Readonly<{ kind: 'pixels' }>
          ? number
          : string;
    };

export type ArgumentOf<Name extends CallName> = Shape<Channels[Name]['argument']>;

/** The type of a call's result; an empty object for a command. */
export type ValueOf<Name extends CallName> = NonNullable<Channels[Name]['carries']>;

export type PayloadOf<Name extends EventName> = NonNullable<Channels[Name]['carries']>;

/** More pixels than any screen has. */
const MOST_PIXELS = 100_000;

function fieldCheck(field: ArgumentField): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
      return z.string().check(z.maxLength(field.maxLength));
    case 'pixels':
      return z.number().check(z.gte(0), z.lte(MOST_PIXELS));
    case 'word':
      return z.enum(field.words);
  }
}

/** The schema of each call's argument, in which unknown members are invalid. */
export const ARGUMENTS = Object.fromEntries(
  CALLS.map((name) => {
    const fields = Object.entries<ArgumentField>(CHANNELS[name].argument ?? {});
    const checks = fields.map(([member, field]) => [member, fieldCheck(field)] as const);
    return [name, z.strictObject(Object.fromEntries(checks))];
  }),
) as unknown as { readonly [Name in CallName]: z.ZodMiniType<ArgumentOf<Name>> };

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
type DomainOf<Name extends ChannelName> = Name extends `${infer Domain}:${string}` ? Domain : never;
type MemberOf<Name extends ChannelName> = Name extends `${string}:${infer Rest}`
  ? Name extends EventName
    ? `on${Capitalize<CamelCase<Rest>>}`
    : CamelCase<Rest>
  : never;

/**
 * The function of a channel. That of an event adds a listener, and returns the function that
 * removes it.
 */
type Member<Name extends ChannelName> = Name extends EventName
  ? (listener: (payload: PayloadOf<Name>) => void) => () => void
  : Name extends CallName
    ? (argument: ArgumentOf<Name>) => Promise<IpcAnswer<ValueOf<Name>>>
    : never;

/** The type of `window.gatehouse`. */
export type Bridge = {
  readonly [Domain in DomainOf<ChannelName>]: {
    readonly [Name in Extract<ChannelName, `${Domain}:${string}`> as MemberOf<Name>]: Member<Name>;
  };
};
