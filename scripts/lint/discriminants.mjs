/** Lint rule `gatehouse/discriminants`: no `'key' in value` to tell the variants of a union apart. */

/** Values of unknown shape: caught errors, and view data that is only shown. */
const UNKNOWN_SHAPES = new Set(['error', 'notice', 'problem', 'line']);

/** For the plugin. */
export const discriminants = {
  create: (/** @type {any} */ context) => ({
    BinaryExpression(/** @type {any} */ node) {
      if (node.operator !== 'in' || UNKNOWN_SHAPES.has(node.right.name)) return;
      const message =
        'Decide by the discriminant (kind, type, screen): it still holds when another variant gets this member.';
      context.report({ node, message });
    },
  }),
};
