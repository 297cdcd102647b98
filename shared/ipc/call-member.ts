/**
 * The path of a channel's function in the preload bridge: `login:get-view` becomes `['login',
 * 'getView']`. Because names are converted, the first script of the page needs no list of
 * channels.
 */
export function callMemberOf(channel: string): readonly [domain: string, member: string] {
  const [domain = '', verbNoun = ''] = channel.split(':');
  return [domain, verbNoun.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())];
}
