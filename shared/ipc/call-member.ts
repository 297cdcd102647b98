/** Preload member: `login:get-view` becomes `['login', 'getView']`. Keeps the channel list out of the first script. */
export function callMemberOf(channel: string): readonly [domain: string, member: string] {
  const [domain = '', verbNoun = ''] = channel.split(':');
  return [domain, verbNoun.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())];
}
