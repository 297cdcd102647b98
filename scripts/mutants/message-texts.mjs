/** A plugin of Stryker: the text of a message or a log event is not mutated, because no test should repeat it. */

/** Functions that print, log or throw. */
const PRINTING = ['say', 'log', 'Error'];

/** @typedef {{ type: string, name?: string, property?: Node, callee?: Node }} Node of Babel's syntax tree */

/** The name of a called function or method. */
const nameOf = (/** @type {Node | undefined} */ callee) => callee?.name ?? callee?.property?.name ?? '';

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'message-texts',
    value: {
      /**
       * @param {{ node: Node, parentPath?: { node: Node } }} path
       * @returns {string | undefined} the reason
       */
      shouldIgnore({ node, parentPath }) {
        const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
        return isText && PRINTING.includes(nameOf(parentPath?.node.callee)) ? 'text of a message' : undefined;
      },
    },
  },
];
