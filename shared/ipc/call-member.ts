/**
 * The member under which the preload shows a call, from its channel's name alone: `login:get-view` becomes
 * `['login', 'getView']`. Apart from the list, which the page's first script does not hold.
 */
export function callMemberOf(channel: string): readonly [domain: string, member: string] {
  const [domain = '', verbNoun = ''] = channel.split(':');
  return [domain, verbNoun.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())];
}
