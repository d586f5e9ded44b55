import type { Db } from '#server/db/connect.ts';
import { accountLists } from './account-lists.ts';
import { countRows } from './list.ts';
import { moneyLists } from './money-lists.ts';
import { placeLists } from './place-lists.ts';

export const LISTS = [...accountLists, ...moneyLists, ...placeLists] as const;

/** Up to this many rows are sent without preparation. */
const AT_ONCE = 20_000;

export async function isTooMuch(db: Db, memberId: number): Promise<boolean> {
  return (await countRows(db, LISTS, memberId, AT_ONCE + 1)) > AT_ONCE;
}
