import { accountLists } from './account-lists.ts';
import { moneyLists } from './money-lists.ts';
import { placeLists } from './place-lists.ts';

/** Everything that is kept of a member and can be read, in the order in which it stands in the file. */
export const LISTS = [...accountLists, ...moneyLists, ...placeLists] as const;
