/** Lint rule `gatehouse/mirror`: the renderer has no network, no storage, no Node and no markup from text. */

const FORBIDDEN = new Set([
  ...['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource', 'WebTransport', 'RTCPeerConnection'],
  ...['sendBeacon', 'localStorage', 'sessionStorage', 'indexedDB', 'cookie', 'serviceWorker', 'caches'],
  ...['require', 'process', 'Buffer', 'eval', 'Function', 'importScripts', 'Worker', 'SharedWorker'],
  ...['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'postMessage'],
  'write',
]);

/** For the plugin. */
export const mirror = {
  create(/** @type {any} */ context) {
    const check = (/** @type {any} */ node) => {
      const isStyle = node.name === 'style' && node.parent.type === 'JSXAttribute';
      if (!isStyle && !FORBIDDEN.has(node.name)) return;
      const message = `The renderer has no \`${node.name}\`: it mirrors a view, without network, storage, Node or markup.`;
      context.report({ node, message });
    };
    return { Identifier: check, JSXIdentifier: check };
  },
};
