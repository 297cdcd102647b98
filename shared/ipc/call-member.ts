/**
 * Converts a channel to its path in the preload bridge: `login:get-view` becomes `['login', 'getView']`. Saves a list
 * of channels in the first script.
 */
export function callMemberOf(channel: string): readonly [domain: string, member: string] {
  const [domain = '', verbNoun = ''] = channel.split(':');
  return [domain, verbNoun.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())];
}
