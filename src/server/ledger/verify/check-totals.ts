import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';
import { compareTotals } from '../totals.ts';
import type { Report } from './report.ts';

export async function checkTotals(db: Db, report: Report): Promise<void> {
  for (const { kind, storedSum, correctSum } of await compareTotals(db)) {
    if (storedSum === correctSum) continue;
    const words = `The accounts of the kind “${kind}” are kept as ${moneyText(storedSum)} in all`;
    report.add('total_wrong', `${words}; the entries come to ${moneyText(correctSum)}.`);
  }
}
