/** Lint rule `gatehouse/mirror`: the renderer has no network, no storage, no Node and no markup from text. */

const FORBIDDEN = new Set([
  ...['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource', 'WebTransport', 'RTCPeerConnection'],
  ...['sendBeacon', 'localStorage', 'sessionStorage', 'indexedDB', 'cookie', 'serviceWorker', 'caches'],
  ...['require', 'process', 'Buffer', 'eval', 'Function', 'importScripts', 'Worker', 'SharedWorker'],
  ...['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'postMessage'],
  ...['write', 'writeln'],
]);

/** For the plugin. */
export const mirror = {
  create(/** @type {any} */ context) {
    const refuse = (/** @type {any} */ node, /** @type {string} */ name) => {
      const message = `The renderer has no \`${name}\`: it mirrors a view, without network, storage, Node or markup.`;
      context.report({ node, message });
    };
    const check = (/** @type {any} */ node) => {
      const isStyle = node.name === 'style' && node.parent.type === 'JSXAttribute';
      if (isStyle || FORBIDDEN.has(node.name)) refuse(node, node.name);
    };
    return {
      Identifier: check,
      JSXIdentifier: check,
      MemberExpression(/** @type {any} */ { computed, property }) {
        const name = property.value ?? property.quasis?.[0].value.cooked;
        if (computed && FORBIDDEN.has(name)) refuse(property, name);
      },
    };
  },
};
