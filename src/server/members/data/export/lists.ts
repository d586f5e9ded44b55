import type { Db } from '#server/db/connect.ts';
import { accountLists } from './account-lists.ts';
import { countRows } from './list.ts';
import { moneyLists } from './money-lists.ts';
import { placeLists } from './place-lists.ts';

/** Everything that is kept of a member and can be read, in the order in which it stands in the file. */
export const LISTS = [...accountLists, ...moneyLists, ...placeLists] as const;

/** Up to so many rows are sent as they are read: that takes a moment. */
const AT_ONCE = 20_000;

/** Whether a member's data has to be prepared before it can be sent. No list is counted further than that takes. */
export async function isTooMuch(db: Db, memberId: number): Promise<boolean> {
  return (await countRows(db, LISTS, memberId, AT_ONCE + 1)) > AT_ONCE;
}
