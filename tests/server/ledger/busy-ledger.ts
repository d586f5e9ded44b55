import { eq } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import type { Member } from '#server/db/schema/index.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import {
  beginSending,
  completeWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
  type WithdrawalRow,
} from '#server/finance/move-withdrawal.ts';
import { openWithdrawal } from '#server/finance/request-withdrawal.ts';
import type { House } from '#server/services.ts';
import { postAccruals } from '#server/accruals/index.ts';
import { giveMoney, WALLET } from '../../support/money.ts';

/** Earnings, an import, and withdrawals in every state. */
export async function fillLedger(house: House): Promise<void> {
  for (const username of ['anna', 'ivan', 'priya', 'anna', 'ivan', 'marie']) {
    await giveMoney(house, username, 900_000_000n);
  }
  await importSome(house, 'june');
  await withdraw(house, 'ivan', 300n);
  await completed(house, 'anna', 40n);
  await rejected(house, 'priya', 200n, 'The name does not fit the wallet.');
  await completed(house, 'ivan', 50n);
  await withdraw(house, 'anna', 20n);
}

async function importSome(house: House, batch: string): Promise<void> {
  const lines = ['anna', 'ivan', 'anna'].map((username, index) => ({
    username,
    amount: `${index + 1}.5`,
    reason: 'service',
    source: '',
    document: `D-${index}`,
  }));
  const posted = await house.transaction((tx) => postAccruals(tx, house, { batch, lines, dryRun: false }));
  if (!('state' in posted)) throw new Error('the import was refused');
}

/** Asks for so many USDT; up to 100 it is approved at once. */
export function withdraw(house: House, username: string, usdt: bigint): Promise<WithdrawalRow> {
  return house.transaction(async (tx) => {
    const order = { destination: WALLET, network: 'trc20', amount: usdt * 1_000_000n } as const;
    return moved(await openWithdrawal(tx, house, await findMember(house, username), order));
  });
}

export async function completed(house: House, username: string, usdt: bigint): Promise<void> {
  const { id } = await withdraw(house, username, usdt);
  await house.transaction(async (tx) => {
    const sending = moved(await beginSending(tx, house, await held(house, id)));
    moved(await completeWithdrawal(tx, house, sending, `chain-${id}`));
  });
}

async function rejected(house: House, username: string, usdt: bigint, reason: string): Promise<void> {
  const { id } = await withdraw(house, username, usdt);
  await house.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row) moved(await returnWithdrawal(tx, house, row, 'operator:olga', { state: 'rejected', reason }));
  });
}

async function held(house: House, id: string): Promise<WithdrawalRow> {
  const [row] = await house.db.select().from(withdrawals).where(eq(withdrawals.id, id));
  if (!row) throw new Error(`there is no withdrawal ${id}`);
  return row;
}

function moved<T>(row: T): Exclude<T, { refused: unknown }> {
  if (isRefused(row)) throw new Error(row.refused);
  return row as Exclude<T, { refused: unknown }>;
}

async function findMember(house: House, username: string): Promise<Member> {
  const member = await findByLogin(house.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member;
}
