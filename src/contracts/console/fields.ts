import * as z from 'zod/mini';
import { filter, pageFields, requiredText } from '../fields.ts';

export const REASON_MAX = 500;

/** Why somebody does it, for the audit log. */
export const reasonField = requiredText(REASON_MAX);

export const CONSOLE_PAGE_MAX = 200;

/** What the console's lists can be asked for besides their filters: a page, and an order of which `-` turns it around. */
export function listFields<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const orders = sorts.flatMap((sort) => [sort, `-${sort}`] as const) as [Sort, ...Sort[]];
  return { ...pageFields(CONSOLE_PAGE_MAX, 256), sort: filter(z.enum(orders)) };
}
