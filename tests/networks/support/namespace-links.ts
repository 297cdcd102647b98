/**
 * The arguments of ip(8) that make the namespace's network: an address of each family, and a
 * neighbour that takes packets and never answers.
 */
export const NAMESPACE_LINKS: readonly (readonly string[])[] = [
  ['link', 'set', 'lo', 'up'],
  ['link', 'add', 'here', 'type', 'veth', 'peer', 'name', 'there'],
  // No addresses of the kernel's own: it adds them a second or two later, and Chromium then breaks
  // off its calls (ERR_NETWORK_CHANGED).
  ['link', 'set', 'here', 'addrgenmode', 'none'],
  ['link', 'set', 'there', 'addrgenmode', 'none'],
  ['addr', 'add', '2001:db8::1/64', 'dev', 'here', 'nodad'],
  ['addr', 'add', '192.0.2.1/24', 'dev', 'here'],
  ['link', 'set', 'here', 'up'],
  ['link', 'set', 'there', 'up'],
  ['neigh', 'add', '2001:db8::7', 'lladdr', '02:00:00:00:00:99', 'dev', 'here'],
  // Without one Chromium asks for no address of IPv6.
  ['-6', 'route', 'add', 'default', 'via', '2001:db8::7', 'dev', 'here'],
];
