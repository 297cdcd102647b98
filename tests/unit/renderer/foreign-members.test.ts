import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { actOf, questionOf } from '../../../electron/frontends/terminal/questions.ts';
import { wantsRepair } from '../../../renderer/view/screen-rules.ts';
import {
  hasField,
  isChallenge,
  type CodeProblem,
  type LoginView,
} from '../../../shared/login/view/login-view.ts';
import { requesterOf, timeLimitOf, waitOf } from '../../../shared/login/view/view-parts.ts';
import { narrate, NOTHING_NARRATED } from '../../../shared/login/narration/narrator.ts';
import { newsToCome } from '../../../shared/login/narration/news-to-come.ts';
import { nodesOf, productModules } from '../../support/sources/module-graph.ts';
import { codeView, FIXTURES, methodsView, NOTICES, WORDS } from './fixtures.ts';
import { enTerminal } from '../../support/strings.ts';

const ANSWERS = ['', '1', 'a', 'm', 'o', 'q', '123456'];
const TYPED = { remembered: '', proxyName: null };

/** All decisions about a view. */
function decisionsAt(view: LoginView): readonly unknown[] {
  const wait = waitOf(view);
  return [
    isChallenge(view),
    hasField(view),
    isChallenge(view) && wantsRepair(view),
    requesterOf(view),
    timeLimitOf(view),
    wait && [wait.remainingMs, wait.canExtend],
    questionOf(view, TYPED, enTerminal),
    ...ANSWERS.map((answer) => actOf(view, answer, TYPED, enTerminal)),
  ];
}

describe('a view', () => {
  it.each(Object.entries(FIXTURES))(
    'ignores members of another screen in a view: %s',
    (_name, view) => {
      const strange = Object.assign({}, ...Object.values(FIXTURES), view) as LoginView;
      expect(decisionsAt(strange)).toEqual(decisionsAt(view));
    },
  );
});

const PROBLEMS: readonly CodeProblem[] = [
  { kind: 'empty', tries: 1 },
  { kind: 'wrong', serviceText: WORDS, tries: 2 },
  { kind: 'unanswered' },
  { kind: 'too-many', waitMs: 3000, serviceText: null },
];

/** The kinds of news that a view brings after another, and the news that it brings later by itself. */
function newsOf(before: LoginView, view: LoginView): readonly unknown[] {
  const { narrated } = narrate(NOTHING_NARRATED, { view: before, atMs: 0 });
  const { news } = narrate(narrated, { view, atMs: 100 });
  return [news.map(({ kind }) => kind), newsToCome(view)];
}

const withForeign = <One extends object>(one: One, all: readonly One[]): One =>
  Object.assign({}, ...all, one) as One;

describe('news', () => {
  it.each(NOTICES)('ignores members of another kind in a notice: $kind', (one) => {
    const strange = withForeign(one, NOTICES);
    for (const before of [null, ...NOTICES]) {
      const was = methodsView({ notice: before });
      expect(newsOf(was, methodsView({ notice: strange }))).toEqual(
        newsOf(was, methodsView({ notice: one })),
      );
    }
    // Nor do extra members make it another notice.
    expect(newsOf(methodsView({ notice: one }), methodsView({ notice: strange }))[0]).toEqual([]);
  });

  it.each(PROBLEMS)('ignores members of another kind in a problem: $kind', (one) => {
    const strange = withForeign(one, PROBLEMS);
    for (const before of [null, ...PROBLEMS]) {
      const was = codeView({ problem: before });
      expect(newsOf(was, codeView({ problem: strange }))).toEqual(
        newsOf(was, codeView({ problem: one })),
      );
    }
  });
});

/** The errors of the system have no kind: their code is looked for. */
const OF_ERRORS = "error instanceof Error && 'code' in error";

it('finds no module of the program that decides by whether a member is there', () => {
  const found = productModules().flatMap((module) =>
    [...nodesOf(module)]
      .filter((node) => ts.isBinaryExpression(node))
      .filter(({ operatorToken: { kind } }) => kind === ts.SyntaxKind.InKeyword)
      .filter((node) => !node.parent.getText().startsWith(OF_ERRORS))
      .map((node) => `${module}: ${node.getText()}`),
  );
  expect(found).toEqual([]);
});
