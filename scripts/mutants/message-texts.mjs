/** Stryker plugin: excludes the texts of messages and log events from mutation, because no test should repeat them. */

/** Functions whose text arguments are not mutated. */
const PRINTING = ['say', 'log', 'Error'];

/** @typedef {{ type: string, name?: string, property?: Node, callee?: Node }} Node of Babel's syntax tree */

/** The name of a called function or method. */
const nameOf = (/** @type {Node | undefined} */ callee) =>
  callee?.name ?? callee?.property?.name ?? '';

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'message-texts',
    value: {
      /**
       * @param {{ node: Node, parentPath?: { node: Node } }} path
       * @returns {string | undefined} the reason to ignore the node; undefined to mutate it
       */
      shouldIgnore({ node, parentPath }) {
        const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
        return isText && PRINTING.includes(nameOf(parentPath?.node.callee))
          ? 'text of a message'
          : undefined;
      },
    },
  },
];
