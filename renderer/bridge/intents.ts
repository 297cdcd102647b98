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

/** Name of a value to copy. Main has the value. */
export type Copyable = ArgumentOf<'app:copy-text'>['what'];

/** Empty for a channel without an argument. */
type Given<Name extends CallName> =
  Record<string, never> extends ArgumentOf<Name>
    ? readonly []
    : readonly [argument: ArgumentOf<Name>];

/** Sends the person's requests to main, by the name of the channel (`shared/ipc/channels.ts`). */
export type Intents = Readonly<{
  /** Resolves to true if main accepted the command. The window shows a refusal. */
  send: <Name extends CommandName>(name: Name, ...given: Given<Name>) => Promise<boolean>;
  /** Sends a query. The caller shows the result, or discards a late one. */
  ask: <Name extends QueryName>(
    name: Name,
    ...given: Given<Name>
  ) => Promise<Result<ValueOf<Name>, TroubleCode>>;
}>;

export type IntentProgress = Readonly<{
  isInFlight: (name: CommandName) => boolean;
  setInFlight: (name: CommandName, isInFlight: boolean) => void;
  /** null clears the last trouble. */
  showTrouble: (trouble: Trouble | null) => void;
}>;

type AnyCall = (argument: unknown) => Promise<IpcAnswer<unknown>>;

function call(bridge: Bridge, name: CallName, argument: unknown = {}): Promise<IpcAnswer<unknown>> {
  const [domain, member] = callMemberOf(name);
  const group = bridge[domain as keyof Bridge] as Readonly<Record<string, AnyCall | undefined>>;
  return (
    group[member]?.(argument) ?? Promise.reject(new Error(`the bridge has no ${domain}.${member}`))
  );
}

/** Ignores a repeated command before the answer (double Enter or click). Shows every failed command. */
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
        // Only a bug rejects a call: main reports an error in its answer.
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
