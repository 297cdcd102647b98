/** What the rules read of oxlint's context and syntax tree (ESTree). */

export type Node = Readonly<{
  type: string;
  name: string;
  operator: string;
  computed: boolean;
  parent: Node;
  callee: Node;
  arguments: readonly Node[];
  object: Node;
  consequent: Node;
  alternate: Node;
  right: Node;
  property: Text;
  source?: Text | null;
}>;

/** A string, or a template literal, of which the text before its first expression is read. */
export type Text = Readonly<{
  value?: unknown;
  quasis?: readonly Readonly<{ value: Readonly<{ cooked: string }> }>[];
}>;

/** The text of a string or of the beginning of a template literal. */
export const textOf = ({ value, quasis }: Text): unknown => value ?? quasis?.[0]?.value.cooked;

export type Context = Readonly<{
  cwd: string;
  filename: string;
  report: (found: Readonly<{ node: Node | Text; message: string }>) => void;
}>;
