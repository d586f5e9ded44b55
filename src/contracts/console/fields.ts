import * as z from 'zod/mini';
import { filter, pageFields, requiredText, text } from '../fields.ts';

export const REASON_MAX = 500;

/** Why somebody does it, for the audit log. */
export const reasonField = requiredText(REASON_MAX);

export const CONSOLE_PAGE_MAX = 200;

/** What a list of the console can be asked for that has one order only. */
export const consolePage = pageFields(CONSOLE_PAGE_MAX, 256);

/** What the console's lists can be asked for besides their filters: a page, and an order of which `-` turns it around. */
export function listFields<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const orders = sorts.flatMap((sort) => [sort, `-${sort}`] as const) as [Sort, ...Sort[]];
  return { ...consolePage, sort: filter(z.enum(orders)) };
}

/** A file that is written at the console. */
export const FILE_MAX = 500_000;

/** When the draft was saved that somebody has before them; empty when there was none. */
export const seenField = text(32);

/** What a draft is known by besides its words: when it was saved, and by whom. */
export const draftState = z.object({ changed_at: z.iso.datetime(), changed_by: z.string() });

/** What a draft would change, as the dry run of its command finds it. */
export const difference = {
  /** All that keeps it from being done, a sentence each. */
  wrong: z.array(z.string()),
  changes: z.array(
    z.object({
      subject: z.string(),
      name: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
  /** Stands for all of this: only what was shown is done. */
  shown: z.string(),
};

export const shownField = requiredText(64);
