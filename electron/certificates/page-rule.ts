import type { RuledSession } from './ruled-session.ts';

/** The certificate rule for the requests of a page. `id`: Chromium's number of the request. */
export type PageRule = Readonly<{
  /** Whether a request may begin, because the rule holds for it. Asked again after a redirect. */
  mayBegin: (id: number, url: string) => Promise<boolean>;
  /** Whether an answer of the address's host may come to the page. */
  mayAnswer: (id: number, url: string) => Promise<boolean>;
  /** Called when a request is over. */
  forget: (id: number) => void;
}>;

type Ruled = Pick<
  RuledSession<unknown>,
  'hasRefused' | 'leaveConnections' | 'ensureRule' | 'refusals' | 'verdictOn'
>;

/**
 * @param ruledNow returns null before the session is complete: then no request may begin, and no
 *   answer come
 */
export function pageRule(ruledNow: () => Ruled | null): PageRule {
  /** How often the rule had refused the host before each request, by the number of the request. */
  const refusalsBefore = new Map<number, number>();
  return {
    mayBegin: async (id, url) => {
      const ruled = ruledNow();
      if (ruled?.hasRefused === true) ruled.leaveConnections();
      const isRuleSet = (await ruled?.ensureRule()) === true;
      if (!isRuleSet || ruled === null) return false;
      refusalsBefore.set(id, ruled.refusals(url));
      return true;
    },
    // SECURITY: SEC-33, SEC-100 no answer counts before the certificate of its host is judged.
    mayAnswer: async (id, url) => {
      const verdict = await ruledNow()?.verdictOn(url, refusalsBefore.get(id) ?? 0);
      return verdict !== undefined && verdict !== 'refused';
    },
    forget: (id) => {
      refusalsBefore.delete(id);
    },
  };
}
