/** The lint rules of this repository, for .oxlintrc.json. */
import { layers } from './layers.ts';
import { textOf, type Context, type Node, type Text } from './syntax.ts';
import { titles } from './titles.ts';

/** Values of unknown shape: caught errors, and view data that is only shown. */
const UNKNOWN_SHAPES = new Set(['error', 'notice', 'problem', 'line']);

/** `gatehouse/discriminants`: no `'key' in value` to tell the variants of a union apart. */
const discriminants = {
  create: (context: Context) => ({
    BinaryExpression(node: Node) {
      if (node.operator !== 'in' || UNKNOWN_SHAPES.has(node.right.name)) return;
      const message =
        'Decide by the discriminant (kind, type, screen): it still holds when another variant gets this member.';
      context.report({ node, message });
    },
  }),
};

const FORBIDDEN = new Set([
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
  'EventSource',
  'WebTransport',
  'RTCPeerConnection',
  'sendBeacon',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'cookie',
  'serviceWorker',
  'caches',
  'require',
  'process',
  'Buffer',
  'eval',
  'Function',
  'importScripts',
  'Worker',
  'SharedWorker',
  'dangerouslySetInnerHTML',
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'srcdoc',
  'postMessage',
  'write',
  'writeln',
]);

/** `gatehouse/mirror`: the renderer has no network, no storage, no Node and no markup from text. */
const mirror = {
  create(context: Context) {
    const refuse = (node: Node | Text, name: string) => {
      const message = `The renderer has no \`${name}\`: it mirrors a view, without network, storage, Node or markup.`;
      context.report({ node, message });
    };
    const check = (node: Node) => {
      const isStyle = node.name === 'style' && node.parent.type === 'JSXAttribute';
      if (isStyle || FORBIDDEN.has(node.name)) refuse(node, node.name);
    };
    return {
      Identifier: check,
      JSXIdentifier: check,
      MemberExpression({ computed, property }: Node) {
        const name = textOf(property);
        if (computed && typeof name === 'string' && FORBIDDEN.has(name)) refuse(property, name);
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- oxlint loads a plugin by it
export default { meta: { name: 'gatehouse' }, rules: { discriminants, mirror, layers, titles } };
