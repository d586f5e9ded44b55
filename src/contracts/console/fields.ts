import * as z from 'zod/mini';
import { filter, pageFields, requiredText, text } from '../fields.ts';

export const REASON_MAX = 500;

export const reasonField = requiredText(REASON_MAX);

/** Recorded before and after an action; null if nothing was recorded. */
export const auditValues = z.nullable(z.record(z.string(), z.unknown()));

export const CONSOLE_PAGE_MAX = 200;

export const consolePage = pageFields(CONSOLE_PAGE_MAX, 256);

/** Page and order of a list; `-` before a sort reverses it. */
export function listFields<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const orders = sorts.flatMap((sort) => [sort, `-${sort}`] as const) as [Sort, ...Sort[]];
  return { ...consolePage, sort: filter(z.enum(orders)) };
}

/** Of all pages. `is_more`: there are more than `count`; `amount` is null then, and in lists without money. */
export const listTotal = z.object({ count: z.number(), is_more: z.boolean(), amount: z.nullable(z.string()) });
export type ListTotal = z.infer<typeof listTotal>;

export const FILE_MAX = 500_000;

/** `changed_at` of the draft that the caller saw; empty if there was none. */
export const seenField = text(32);

export const draftState = z.object({ changed_at: z.iso.datetime(), changed_by: z.string() });

export const difference = {
  wrong: z.array(z.string()),
  changes: z.array(
    z.object({
      subject: z.string(),
      name: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
  /** Fingerprint of the draft and its changes. The server refuses to apply any other. */
  shown: z.string(),
};

export const shownField = requiredText(64);
