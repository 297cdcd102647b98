/**
 * Stryker plugin: excludes the texts of messages and log events from mutation, because no test
 * should repeat them.
 */

/** Functions whose text arguments are not mutated. */
const PRINTING = ['formatMessage', 'print', 'log', 'Error'];

/** of Babel's syntax tree */
export type Node = { type: string; name?: string; property?: Node; callee?: Node };

/** The name of a called function or method. */
const nameOf = (callee: Node | undefined) => callee?.name ?? callee?.property?.name ?? '';

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'message-texts',
    value: {
      /** @returns the reason to ignore the node; undefined to mutate it */
      shouldIgnore({
        node,
        parentPath,
      }: {
        node: Node;
        parentPath?: { node: Node };
      }): string | undefined {
        const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
        return isText && PRINTING.includes(nameOf(parentPath?.node.callee))
          ? 'text of a message'
          : undefined;
      },
    },
  },
];
