import type { Contract } from '../contract.ts';
import * as accruals from './accruals.ts';
import * as approvals from './approvals.ts';
import * as log from './log.ts';
import * as mails from './mails.ts';
import * as members from './members.ts';
import * as overview from './overview.ts';
import * as plans from './plans.ts';
import * as posts from './posts.ts';
import * as reports from './reports.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import * as support from './support.ts';
import * as transactions from './transactions.ts';
import * as withdrawals from './withdrawals.ts';
import * as work from './work.ts';

/** Every call of the console; its OpenAPI document is made from them. */
export const consoleContracts: readonly Contract[] = [
  ...[
    session,
    staff,
    overview,
    approvals,
    work,
    members,
    support,
    mails,
    withdrawals,
    transactions,
    accruals,
    reports,
    plans,
    posts,
    log,
  ],
].flatMap((file) => Object.values(file).filter(isContract));

/** A file of contracts also has lists of words. */
function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'caller' in value && 'path' in value;
}
