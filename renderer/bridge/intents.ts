import { callMemberOf } from '../../shared/ipc/call-member.ts';
import type {
  ArgumentOf,
  Bridge,
  CallName,
  CommandName,
  IpcAnswer,
  QueryName,
  ValueOf,
} from '../../shared/ipc/contract.ts';
import type { Trouble, TroubleCode } from '../../shared/ipc/trouble.ts';
import { failure, type Result } from '../../shared/result.ts';

/** Names of the values that may be copied; main copies its own value. */
export type Copyable = ArgumentOf<'app:copy-text'>['what'];

/** The arguments of a call; empty if the channel takes no argument. */
type Given<Name extends CallName> =
  Record<string, never> extends ArgumentOf<Name> ? readonly [] : readonly [argument: ArgumentOf<Name>];

/** Requests of the person, by the names of the channels (`shared/ipc/channels.ts`). */
export type Intents = Readonly<{
  /** Resolves to whether main took it; a refusal is shown by the window itself. */
  send: <Name extends CommandName>(name: Name, ...given: Given<Name>) => Promise<boolean>;
  /** The caller shows the result: an answer may arrive when it is no longer wanted. */
  ask: <Name extends QueryName>(
    name: Name,
    ...given: Given<Name>
  ) => Promise<Result<ValueOf<Name>, TroubleCode>>;
}>;

/** Where an intent notes how it fares, for the window to show. */
export type IntentProgress = Readonly<{
  /** Whether a command of this name is on its way to main. */
  isInFlight: (name: CommandName) => boolean;
  setInFlight: (name: CommandName, isInFlight: boolean) => void;
  /** Null clears the trouble of the last intent. */
  showTrouble: (trouble: Trouble | null) => void;
}>;

type AnyCall = (argument: unknown) => Promise<IpcAnswer<unknown>>;

/** The member of the bridge that a channel is shown as. */
function call(bridge: Bridge, name: CallName, argument: unknown = {}): Promise<IpcAnswer<unknown>> {
  const [domain, member] = callMemberOf(name);
  const group = bridge[domain as keyof Bridge] as Readonly<Record<string, AnyCall | undefined>>;
  return group[member]?.(argument) ?? Promise.reject(new Error(`the bridge has no ${domain}.${member}`));
}

/**
 * Intents over the bridge. Single flight: while a command is on its way, the same command is not sent again
 * (double Enter, double click). No answer but `ok` is swallowed: it becomes trouble that is shown.
 */
export function createIntents(bridge: Bridge | null, progress: IntentProgress): Intents {
  return {
    send: async (name, ...[argument]) => {
      if (progress.isInFlight(name)) return false;
      progress.showTrouble(null);
      if (bridge === null) {
        progress.showTrouble({ code: 'no-bridge', from: 'intent' });
        return false;
      }
      progress.setInFlight(name, true);
      try {
        const answer = await call(bridge, name, argument);
        if (!answer.ok) progress.showTrouble({ code: answer.error.code, from: 'intent' });
        return answer.ok;
      } catch {
        // A rejected call is a bug on the other side; the person gets the plain words for one.
        progress.showTrouble({ code: 'internal', from: 'intent' });
        return false;
      } finally {
        progress.setInFlight(name, false);
      }
    },
    ask: async <Name extends QueryName>(name: Name, ...[argument]: Given<Name>) => {
      if (bridge === null) return failure('no-bridge');
      try {
        const answer = (await call(bridge, name, argument)) as IpcAnswer<ValueOf<Name>>;
        return answer.ok ? answer : failure(answer.error.code);
      } catch {
        return failure('internal');
      }
    },
  };
}
