/**
 * `gatehouse/titles`: the title of a test is a sentence, whose first word is a verb in the present
 * tense.
 */
import { textOf, type Context, type Node, type Text } from './syntax.ts';

/**
 * The names of the functions that declare a test: also of Playwright’s own, with more fixtures
 * (`gateTest`).
 */
const TEST = /^(?:it|test|(?!is)\w+Test)$/;

/** Their members that declare one too; `it.each(table)` and the like make a function that does. */
const DECLARING = new Set(['concurrent', 'sequential', 'only', 'skip', 'fixme', 'fails', 'todo']);
const MAKING = new Set(['each', 'for', 'skipIf', 'runIf']);

/** They end as a verb does. */
const NO_VERBS = new Set(['is', 'was', 'has', 'as', 'this', 'its', 'plus', 'unless', 'always']);

const MESSAGE =
  'Begin the title with a verb in the present tense, and put the number of a rule at its end: ' +
  '"refuses a foreign frame (SEC-8)", "starts no command when the line is cut off".';

/** Whether a call of this declares a test, whose title is the first argument. */
function declaresTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return TEST.test(callee.name);
  if (callee.type === 'CallExpression')
    return callee.callee.type === 'MemberExpression' && isMember(callee.callee, MAKING);
  return callee.type === 'MemberExpression' && isMember(callee, DECLARING);
}

/** Whether it is one of these members of something that declares a test. */
function isMember({ object, property }: Node, names: ReadonlySet<string>): boolean {
  return names.has(String((property as { name?: unknown }).name)) && declaresTest(object);
}

/**
 * Whether a title may begin so: `name` is a variable, and not judged, but `row.name` has no verb
 * before it.
 */
function isSentence(title: Node): boolean {
  if (title.type === 'ConditionalExpression')
    return isSentence(title.consequent) && isSentence(title.alternate);
  if (title.type === 'MemberExpression') return false;
  const text = textOf(title as Text);
  if (typeof text !== 'string') return true;
  const [word = ''] = text.split(/,? /);
  if (word === 'never' || word === 'cannot') return true;
  return /^[a-z-]+s$/.test(word) && !NO_VERBS.has(word);
}

/** The rule for the lint plugin (plugin.ts). */
export const titles = {
  create: (context: Context) => ({
    CallExpression(node: Node) {
      const [title] = node.arguments;
      if (title === undefined || !declaresTest(node.callee) || isSentence(title)) return;
      context.report({ node: title, message: MESSAGE });
    },
  }),
};
