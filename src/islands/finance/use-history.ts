import { useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { listHistory } from '#contracts/finance.ts';
import { HISTORY_ROWS_MAX, historyAddress, type HistoryQuery, readHistoryQuery } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { showAddress } from '#stores/current-url.ts';
import { usePopstate } from '#islands/shared/in-place.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { findHistory, type HistoryPage, inputOf } from './find-history.ts';

export type History = {
  page: HistoryPage;
  query: HistoryQuery;
  used: HistoryQuery;
  errors: Record<string, string[]>;
  /** Index of the first row added by "Show older". */
  newFrom?: number;
  answers?: number;
};

export function useHistory(start: History, language: Language) {
  const [history, setHistory] = useState(start);
  const [status, setStatus] = useState<'shown' | 'asked' | 'broken'>('shown');
  const begin = useNewest();
  const latest = useRef(history);

  /** Ignores responses to superseded requests. */
  const request = async <Answer>(send: () => Promise<Answer | undefined>): Promise<Answer | undefined> => {
    const isNewest = begin();
    setStatus('asked');
    const answer = await send();
    if (!isNewest()) return undefined;
    setStatus(answer ? 'shown' : 'broken');
    return answer;
  };
  /** The shown rows are the ones wanted. */
  const cancel = () => {
    begin();
    setStatus('shown');
  };
  const show = async (query: HistoryQuery, step: 'push' | 'none' = 'push') => {
    if (step === 'push') showAddress(historyAddress(language, query), 'push');
    const result = await request(() => findHistory(call, query));
    if (!result) return;
    if (!result.answer.success) return setStatus('broken');
    const { answer, used, errors } = result;
    setHistory({ page: answer.data, query, used, errors, answers: (history.answers ?? 0) + 1 });
  };
  const showMore = async () => {
    const { page, used } = history;
    if (!page.next) return;
    const { shown: _, ...filters } = used;
    const cursor = page.next;
    const more = await request(() => call(listHistory, inputOf({ ...filters, cursor })));
    if (!more) return;
    if (!more.success) return setStatus('broken');
    const items = [...page.items, ...more.data.items];
    const next = { ...used, shown: String(items.length) };
    showAddress(historyAddress(language, next), 'replace');
    const answers = (history.answers ?? 0) + 1;
    setHistory({
      ...history,
      page: { ...more.data, items },
      query: next,
      used: next,
      newFrom: page.items.length,
      answers,
    });
  };
  const refresh = async () => {
    const { used, page } = latest.current;
    const rows = Math.min(Math.max(page.items.length, 1), HISTORY_ROWS_MAX);
    const answer = await call(listHistory, inputOf({ ...used, shown: String(rows) }), { isUnasked: true });
    if (answer?.success) setHistory((before) => (before.used === used ? { ...before, page: answer.data } : before));
  };

  useEffect(() => {
    latest.current = history;
  });
  usePopstate(() => {
    const query = readHistoryQuery(new URLSearchParams(location.search));
    if (!isSame(query, history.query)) void show(query, 'none');
    else if (status === 'asked') cancel();
  });

  const canGrow = history.page.items.length < HISTORY_ROWS_MAX;
  return { ...history, status, canGrow, show, showMore, refresh };
}

function isSame(a: HistoryQuery, b: HistoryQuery): boolean {
  return new URLSearchParams(a).toString() === new URLSearchParams(b).toString();
}
