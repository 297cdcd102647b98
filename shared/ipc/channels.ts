/**
 * The names and kinds of every channel between main and renderer: the whole surface. The preload is built from
 * this list alone; the argument and result schemas stand in `contract.ts`, which main checks.
 *
 * A *query* asks and gets data, a *command* asks for an act and gets an acknowledgement, an *event* is sent by
 * main. The key is `domain:verb-noun`; the preload shows it as `window.gatehouse.<domain>.<verbNoun>`.
 */
export const CHANNELS = {
  'login:get-view': 'query',
  'login:submit-username': 'command',
  'login:choose-method': 'command',
  'login:submit-code': 'command',
  'login:submit-proxy-login': 'command',
  'login:keep-waiting': 'command',
  'login:go-back': 'command',
  'login:retry': 'command',
  'login:cancel': 'command',
  'login:finish': 'command',
  'login:view-changed': 'event',
  'app:get-info': 'query',
  'app:copy-text': 'command',
  'app:open-enrolment': 'command',
  'app:open-network-sign-in': 'command',
  'app:run-doctor': 'query',
  'app:quit': 'command',
} as const;

export type ChannelName = keyof typeof CHANNELS;
export type ChannelKind = (typeof CHANNELS)[ChannelName];

/** The member name under which the preload shows a channel: `login:get-view` becomes `['login', 'getView']`. */
export function memberOf(channel: ChannelName): readonly [domain: string, member: string] {
  const [domain = '', verbNoun = ''] = channel.split(':');
  const member = verbNoun.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
  return [
    domain,
    CHANNELS[channel] === 'event' ? `on${member.charAt(0).toUpperCase()}${member.slice(1)}` : member,
  ];
}
