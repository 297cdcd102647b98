/** Lint rule `gatehouse/discriminants`: no `'key' in value` to tell the variants of a union apart. */

/** Values of unknown shape: caught errors, and view data that is only shown. */
const UNKNOWN_SHAPES = new Set(['error', 'notice', 'problem', 'line']);

const rule = {
  create: (/** @type {any} */ context) => ({
    BinaryExpression(/** @type {any} */ node) {
      if (node.operator !== 'in' || UNKNOWN_SHAPES.has(node.right.name)) return;
      const message =
        'Decide by the discriminant (kind, type, screen): it still holds when another variant gets this member.';
      context.report({ node, message });
    },
  }),
};

// oxlint-disable-next-line import/no-default-export -- oxlint loads a plugin by it
export default { meta: { name: 'gatehouse' }, rules: { discriminants: rule } };
