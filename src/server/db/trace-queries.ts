import pg from 'pg';
import { asWork } from '#server/base/diagnostics.ts';

export class TracedPool extends pg.Pool {
  override query(...words: never[]): never {
    return traced(words, () => super.query(...(words as [never]))) as never;
  }
}

/** For clients that are held. The pool’s own queries pass a callback and are not traced twice. */
export class TracedClient extends pg.Client {
  override query(...words: never[]): never {
    return traced(words, () => super.query(...(words as [never]))) as never;
  }
}

function traced(args: readonly unknown[], query: () => unknown): unknown {
  const text = textOf(args[0]);
  if (text === undefined || typeof args.at(-1) === 'function') return query();
  return asWork(
    () => ({
      kind: 'query',
      name: nameOf(text),
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': redacted(text) },
    }),
    () => query() as Promise<unknown>,
  );
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const isPlain = typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);
  return isPlain && typeof query.text === 'string' ? query.text : undefined;
}

/** Verb and first table: `select members`. */
function nameOf(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_.]+)/i.exec(text) ?? [];
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase();
}

const LONGEST_TEXT = 1_000;

/** Parameters aren’t in the text; literals are masked. */
function redacted(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT);
}
