/**
 * Preload member of a channel: `login:get-view` becomes `['login', 'getView']`. Separate from the channel list, which
 * the first script does not contain.
 */
export function callMemberOf(channel: string): readonly [domain: string, member: string] {
  const [domain = '', verbNoun = ''] = channel.split(':');
  return [domain, verbNoun.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())];
}
