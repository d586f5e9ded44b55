import { isRefused, type Refused } from '#domain/refusals.ts';
import type { Orders, Outcome } from './command.ts';

type Options = Orders['options'];

type List<Row> = {
  line(row: Row): string;
  item?(row: Row): unknown;
  none: string;
};

export function listOutcome<Row>(rows: readonly Row[], { line, item = (row) => row, none }: List<Row>) {
  return {
    words: rows.length > 0 ? rows.map((row) => line(row)).join('\n') : none,
    data: { items: rows.map((row) => item(row)) },
  } satisfies Outcome;
}

export function pageOutcome<Row>(
  page: { items: readonly Row[]; next: string | null } | Refused,
  { after }: Options,
  list: List<Row>,
): Outcome {
  if (isRefused(page)) return { refused: `“${after}” is not a cursor that this list gave.` };
  const { items, next } = page;
  const { words, data } = listOutcome(items, list);
  return { words: [words, ...(next ? [`More: --after ${next}`] : [])].join('\n'), data: { ...data, next } };
}

export const LONGEST_LIST = 200;
const USUAL_LIST = 50;

type Page = { cursor: string | undefined; limit: number };

export function readPage({ after, limit = String(USUAL_LIST) }: Options): Page | { refused: string } {
  const isRight = /^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= LONGEST_LIST;
  if (!isRight) return { refused: `“${limit}” is no limit: give a number from 1 to ${LONGEST_LIST}.` };
  return { cursor: after, limit: Number(limit) };
}

export function readStateFilter<State extends string>(
  { state: stateName }: Options,
  states: readonly State[],
): { state: State | undefined } | { refused: string } {
  const state = states.find((candidate) => candidate === stateName);
  if (!stateName || state) return { state };
  return { refused: `There is no state “${stateName}”. Choose one of: ${states.join(', ')}.` };
}
