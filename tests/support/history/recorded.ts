import {
  LoginController,
  type ControllerOptions,
} from '../../../electron/login/login-controller.ts';
import type { HostedPageDisplay } from '../../../electron/hosted-page/hosted-page.ts';
import type { OpenRealtimeFor } from '../../../electron/event-channel/event-channel.ts';
import type {
  ServiceClient,
  Answer as Answered,
} from '../../../electron/service/service-client.ts';
import { evidenceText } from '../../../shared/service/evidence.ts';
import type { LoginEvent } from '../../../shared/login/machine/login-event.ts';
import type { Endpoint } from '../../../shared/outcomes/reaction-policy.ts';
import { NO_PREFERENCES } from '../login/login-run.ts';
import type { Answer, RequestEntry } from './history.ts';
import { secretMark } from './history.ts';
import type { Recorder } from './recorder.ts';

type Good = Extract<Answer, Readonly<{ kind: 'good' }>>;

const GOOD: Good = {
  kind: 'good',
  status: null,
  tid: null,
  methods: [],
  username: null,
  qrText: null,
};
const ASKED: Pick<RequestEntry, 'username' | 'tid' | 'method' | 'token'> = {
  username: null,
  tid: null,
  method: null,
  token: null,
};

/** The client, with everything that goes through it on the record. */
function recordedService(service: ServiceClient, recorder: Recorder): ServiceClient {
  const call = <Value>(
    endpoint: Endpoint,
    asked: Partial<typeof ASKED>,
    signal: AbortSignal,
    send: () => Answered<Value>,
    read: (value: Value) => Partial<Good>,
  ): Answered<Value> => {
    const request = recorder.nextRequest();
    let isOver = false;
    recorder.add({ what: 'request', request, endpoint, ...ASKED, ...asked });
    signal.addEventListener('abort', () => {
      if (!isOver) recorder.add({ what: 'aborted', request });
      isOver = true;
    });
    return send().then((result) => {
      const answer: Answer = result.ok
        ? { ...GOOD, ...read(result.value) }
        : { kind: 'failure', failure: result.error };
      if (!isOver) recorder.add({ what: 'answer', request, answer: recorder.clean(answer) });
      isOver = true;
      return result;
    });
  };
  return {
    init: (username, signal, callbackUrl) =>
      call(
        'init',
        { username },
        signal,
        () => service.init(username, signal, callbackUrl),
        (started) => ({
          status: started.status === 'hosted-page' ? started.purpose : started.status,
          tid: started.tid,
          methods: started.status === 'pending' ? started.methods : [],
        }),
      ),
    selectMethod: (tid, method, signal) =>
      call(
        'methodSSH',
        { tid, method },
        signal,
        () => service.selectMethod(tid, method, signal),
        (selected) => {
          if (selected.keyToken !== null) recorder.handle('key-token', selected.keyToken);
          return { tid, qrText: selected.qrText };
        },
      ),
    confirmCode: (tid, code, signal) => {
      recorder.handle('code', code);
      return call(
        'confirmCode',
        { tid },
        signal,
        () => service.confirmCode(tid, code, signal),
        () => ({ tid }),
      );
    },
    confirmSecurityKey: (keyToken, otp, signal) => {
      recorder.handle('code', otp);
      const token = recorder.handle('key-token', keyToken);
      const send = (): Answered<true> => service.confirmSecurityKey(keyToken, otp, signal);
      return call('confirmSecurityKeySSH', { token }, signal, send, () => ({}));
    },
    credentials: (accessToken, signal) => {
      const token = recorder.handle('access-token', accessToken);
      const send = (): ReturnType<ServiceClient['credentials']> =>
        service.credentials(accessToken, signal);
      return call('credentials', { token }, signal, send, ({ username }) => ({ username }));
    },
  };
}

/** The event channel, with its events on the record. */
function recordedRealtime(open: OpenRealtimeFor, recorder: Recorder): OpenRealtimeFor {
  return (tid, handlers) => {
    const eventChannel = recorder.nextEventChannel();
    recorder.add({ what: 'opened', eventChannel, tid });
    const handle = open(tid, {
      onConfirmed: (mayHaveMissedEvents) => {
        recorder.add({ what: 'confirmed', eventChannel, mayHaveMissedEvents });
        handlers.onConfirmed(mayHaveMissedEvents);
      },
      onLost: (evidence) => {
        recorder.add({ what: 'lost', eventChannel, evidence: evidenceText(evidence) });
        handlers.onLost(evidence);
      },
      onEvent: (event) => {
        const token =
          event.kind === 'confirmed' ? recorder.handle('access-token', event.token) : null;
        recorder.add({ what: 'event', eventChannel, kind: event.kind, token });
        handlers.onEvent(event);
      },
    });
    return {
      reconnect: () => {
        recorder.add({ what: 'reconnected', eventChannel });
        handle.reconnect();
      },
      close: () => {
        recorder.add({ what: 'closed', eventChannel });
        handle.close();
      },
    };
  };
}

/** The hosted page, with its callbacks on the record. */
function recordedPage(display: HostedPageDisplay, recorder: Recorder): HostedPageDisplay {
  return {
    display: display.display,
    prepare: async () => {
      const prepared = await display.prepare();
      if (!prepared.ok) return prepared;
      const page = prepared.value;
      recorder.handle('callback-address', page.callbackUrl);
      const show: typeof page.show = (webUri, listeners) => {
        page.show(webUri, {
          ...listeners,
          onCallback: (callback) => {
            const token =
              callback.state === 'ok' ? recorder.handle('access-token', callback.token) : null;
            const tid = webUri.slice(webUri.lastIndexOf('/') + 1);
            recorder.add({ what: 'callback', tid, state: callback.state, token });
            listeners.onCallback(callback);
          },
        });
      };
      return { ok: true, value: { ...page, show } };
    },
  };
}

/** Parts of a login without preferences; each callback is called after its entry is recorded. */
type RecordedParts = Pick<ControllerOptions, 'service' | 'openRealtime' | 'clock' | 'policy'> &
  Readonly<{
    recorder: Recorder;
    /** Of a prompt-capable application. */
    hostedPage?: HostedPageDisplay;
    callbacks?: Partial<Callbacks>;
    /** Sees every event before the controller. */
    onEvent?: (event: LoginEvent) => void;
  }>;

/** A controller with everything that goes in and out of it on the record. */
export function recordedController(parts: RecordedParts): LoginController {
  const { recorder, service, openRealtime, clock, policy } = parts;
  const controller = new LoginController({
    ...recordedCallbacks(parts.callbacks ?? {}, recorder),
    service: recordedService(service, recorder),
    hostedPage: parts.hostedPage === undefined ? null : recordedPage(parts.hostedPage, recorder),
    openRealtime: recordedRealtime(openRealtime, recorder),
    clock,
    policy,
    preferences: NO_PREFERENCES,
    hostName: null,
    username: '',
  });
  recordDispatch(controller, recorder, parts.onEvent);
  return controller;
}

type Callbacks = Pick<ControllerOptions, 'onView' | 'onOutcome' | 'onLeave' | 'log'>;

/** The callbacks of the controller: on the record first. */
function recordedCallbacks(callbacks: Partial<Callbacks>, recorder: Recorder): Callbacks {
  return {
    onView: (numbered) => {
      recorder.add({ what: 'view', view: recorder.clean(numbered.view) });
      callbacks.onView?.(numbered);
    },
    onOutcome: (outcome) => {
      recorder.add({ what: 'outcome', outcome: recorder.clean(outcome) });
      callbacks.onOutcome?.(outcome);
    },
    onLeave: () => {
      recorder.add({ what: 'left' });
      callbacks.onLeave?.();
    },
    log: (event, fields = {}) => {
      const text = JSON.stringify(recorder.clean(fields));
      recorder.add({ what: 'log', event, text });
      callbacks.log?.(event, fields);
    },
  };
}

/**
 * Records the acts of the person, and wakings. The controller dispatches its own signals by the
 * same method.
 */
function recordDispatch(
  controller: LoginController,
  recorder: Recorder,
  onEvent: (event: LoginEvent) => void = () => undefined,
): void {
  const dispatch = controller.dispatch.bind(controller);
  const refresh = controller.refresh.bind(controller);
  controller.dispatch = (event) => {
    onEvent(event);
    if (event.type === 'submit-code') {
      const handle = recorder.handle('code', event.code);
      recorder.add({ what: 'act', intent: { type: 'submit-code', code: secretMark(handle) } });
    } else if (!('attempt' in event) && event.type !== 'time-passed') {
      recorder.add({ what: 'act', intent: event });
    }
    dispatch(event);
  };
  controller.refresh = () => {
    recorder.add({ what: 'refreshed' });
    refresh();
  };
}
