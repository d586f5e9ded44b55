import type pg from 'pg';
import { asWork, work } from '#server/diagnostics.ts';

type Query = (...words: unknown[]) => unknown;

/**
 * While traces are written, each query is a piece of work: of a pool it begins with the wait for a connection. What a
 * pool asks its connection for it goes through with a callback, and is no second one.
 */
export function traceQueries(on: pg.Pool | pg.ClientBase): void {
  if (!work.start.hasSubscribers) return;
  const query = on.query.bind(on) as Query;
  on.query = ((...words: unknown[]) => {
    const text = textOf(words[0]);
    if (text === undefined || typeof words.at(-1) === 'function') return query(...words);
    return asWork(
      () => ({
        kind: 'query',
        name: nameOf(text),
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': shown(text) },
      }),
      () => query(...words) as Promise<unknown>,
    );
  }) as never;
}

function textOf(question: unknown): string | undefined {
  if (typeof question === 'string') return question;
  const isPlain = typeof question === 'object' && question !== null && 'text' in question && !('submit' in question);
  return isPlain && typeof question.text === 'string' ? question.text : undefined;
}

/** `select members`: what is done, and the first table that is named. */
function nameOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_.]+)/i.exec(text) ?? [];
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase();
}

const LONGEST_TEXT = 1_000;

/** Values are not in the text; what stands between quotes goes all the same. */
function shown(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
}
