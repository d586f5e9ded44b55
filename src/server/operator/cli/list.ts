import type { Orders, Outcome } from './command.ts';

type List<Row> = {
  rows: readonly Row[];
  line(row: Row): string;
  /** A row as a program reads it. */
  item(row: Row): unknown;
  /** What is said when there are none. */
  none: string;
  /** Where the next page begins, `null` behind the last one; nothing for a list that has no pages. */
  next?: string | null;
};

/** A list as every command prints it: a line a row, and how to go on. */
export function listed<Row>({ rows, line, item, none, next }: List<Row>): Outcome {
  const lines = rows.length > 0 ? rows.map((row) => line(row)) : [none];
  return {
    words: [...lines, ...(next ? [`More: --after ${next}`] : [])].join('\n'),
    data: { items: rows.map((row) => item(row)), ...(next !== undefined && { next }) },
  };
}

export const LONGEST_LIST = 200;
const USUAL_LIST = 50;

/** How many lines of a list were asked for. */
export function limitOf({ limit }: Record<string, string | undefined>): number {
  return Math.min(LONGEST_LIST, Math.max(1, Number(limit ?? USUAL_LIST) || USUAL_LIST));
}

/** The state that a list was asked for, if any. */
export function askedState<State extends string>(
  { state: asked }: Orders['options'],
  states: readonly State[],
): { state: State | undefined } | { refused: string } {
  const state = states.find((known) => known === asked);
  if (!asked || state) return { state };
  return { refused: `There is no state “${asked}”. Choose one of: ${states.join(', ')}.` };
}
