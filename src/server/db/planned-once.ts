import { sql } from 'drizzle-orm';

const MARK = '/* planned once */';

/**
 * Stands before a question that is a look at an index for whoever asks: each connection parses it once and may keep its
 * plan, which is half of what a page costs the database. Not before one whose best way differs between a member with ten
 * people and one with a million: in a list of a million the plan of ten took 77 ms instead of 0.6.
 * It names the columns that it gives: with `*` outermost, a new one would make it fail on every connection that knows it.
 */
export const PLANNED_ONCE = sql.raw(MARK);

export type Question = { text?: string; name?: string };

/** Gives the questions that are marked so a name, by which a connection knows them again. */
export function nameKept(): (question: Question) => Question {
  const names = new Map<string, string>();
  return (question) => {
    const { text } = question;
    if (!text?.trimStart().startsWith(MARK)) return question;
    const name = names.get(text) ?? `kept-${names.size}`;
    names.set(text, name);
    return { ...question, name };
  };
}
