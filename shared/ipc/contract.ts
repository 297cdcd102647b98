import * as z from 'zod/mini';
import type { DoctorReport } from '../doctor/report.ts';
import type { LoginView, NumberedView } from '../login/login-view.ts';
import type { Result } from '../result.ts';
import { METHODS } from '../service/methods.ts';
import type { CHANNELS, ChannelName } from './channels.ts';

/** Why a call over the bridge was refused. The code crosses the bridge; texts and stacks stay in main. */
export type IpcError = Readonly<{
  code: 'ipc-denied' | 'ipc-invalid' | 'not-now' | 'internal';
  message: string;
}>;

/** What every call is answered with. Nothing is ever answered with `undefined`. */
export type IpcAnswer<Value> = Result<Value, IpcError>;

/** What the window must know about the program: nothing of it is secret. */
export type AppInfo = Readonly<{
  version: string;
  platform: string;
  /** BCP 47 tag of the language the window speaks. */
  language: string;
  brandName: string;
  /** Whether motion may be shown, as the operating system says, is the renderer's own business (CSS). */
  isGate: boolean;
  /** A screen reader or the like is at work: nothing may leave before it was heard (WCAG 2.2.1). */
  isReaderOn: boolean;
}>;

const nothing = z.strictObject({});
const MAX_TYPED_LENGTH = 4096;

/** Argument schemas: exactly one object per call. */
export const ARGUMENTS = {
  'login:get-view': nothing,
  'login:submit-username': z.strictObject({ username: z.string().check(z.maxLength(MAX_TYPED_LENGTH)) }),
  'login:choose-method': z.strictObject({ method: z.enum(METHODS) }),
  'login:submit-code': z.strictObject({ code: z.string().check(z.maxLength(MAX_TYPED_LENGTH)) }),
  'login:submit-proxy-login': z.strictObject({
    username: z.string().check(z.maxLength(MAX_TYPED_LENGTH)),
    password: z.string().check(z.maxLength(MAX_TYPED_LENGTH)),
  }),
  'login:keep-waiting': nothing,
  'login:go-back': nothing,
  'login:retry': nothing,
  'login:cancel': nothing,
  'login:finish': nothing,
  'app:get-info': nothing,
  /** What is copied is named, never sent: main copies its own value. */
  'app:copy-text': z.strictObject({
    what: z.enum(['qr-text', 'error-reference', 'enrolment-address', 'doctor-report']),
  }),
  'app:open-enrolment': nothing,
  /** Opens the service's own host over http, so that a guest network can show its page. */
  'app:open-network-sign-in': nothing,
  'app:run-doctor': nothing,
  'app:quit': nothing,
} as const satisfies Record<CallName, z.ZodMiniType>;

type ByKind<Kind> = {
  [Name in ChannelName]: (typeof CHANNELS)[Name] extends Kind ? Name : never;
}[ChannelName];
export type CallName = ByKind<'query' | 'command'>;
export type QueryName = ByKind<'query'>;
export type CommandName = ByKind<'command'>;
export type EventName = ByKind<'event'>;

/** The one object a call takes. */
export type ArgumentOf<Name extends CallName> = z.infer<(typeof ARGUMENTS)[Name]>;

/** The value a successful answer carries; commands acknowledge with an empty object. */
export type ValueOf<Name extends CallName> = Name extends 'login:get-view'
  ? NumberedView
  : Name extends 'app:get-info'
    ? AppInfo
    : Name extends 'app:run-doctor'
      ? DoctorReport
      : Readonly<Record<string, never>>;

/** What each event carries. */
export type PayloadOf<Name extends EventName> = Name extends 'login:view-changed' ? NumberedView : never;

/** `window.gatehouse`: the bridge as the renderer sees it. */
export type Bridge = Readonly<{
  login: Readonly<{
    getView: Call<'login:get-view'>;
    submitUsername: Call<'login:submit-username'>;
    chooseMethod: Call<'login:choose-method'>;
    submitCode: Call<'login:submit-code'>;
    submitProxyLogin: Call<'login:submit-proxy-login'>;
    keepWaiting: Call<'login:keep-waiting'>;
    goBack: Call<'login:go-back'>;
    retry: Call<'login:retry'>;
    cancel: Call<'login:cancel'>;
    finish: Call<'login:finish'>;
    /** Returns the function that ends the subscription. */
    onViewChanged: (listener: (changed: NumberedView) => void) => () => void;
  }>;
  app: Readonly<{
    getInfo: Call<'app:get-info'>;
    copyText: Call<'app:copy-text'>;
    openEnrolment: Call<'app:open-enrolment'>;
    openNetworkSignIn: Call<'app:open-network-sign-in'>;
    runDoctor: Call<'app:run-doctor'>;
    quit: Call<'app:quit'>;
  }>;
}>;

type Call<Name extends CallName> = (argument: ArgumentOf<Name>) => Promise<IpcAnswer<ValueOf<Name>>>;

export type { LoginView };
