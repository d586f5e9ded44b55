import { eq } from 'drizzle-orm';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import type { Member } from '#server/db/schema/index.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import {
  beginSending,
  completeWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
  type WithdrawalRow,
} from '#server/members/finance/move-withdrawal.ts';
import { openWithdrawal } from '#server/members/finance/request-withdrawal.ts';
import type { Services } from '#server/api/services.ts';
import { postAccruals } from '#server/members/accruals/index.ts';
import { giveMoney, WALLET } from '../../support/people/money.ts';

/** Creates earnings, an import, and withdrawals in every state. */
export async function fillLedger(services: Services): Promise<void> {
  for (const username of ['anna', 'ivan', 'priya', 'anna', 'ivan', 'marie']) {
    await giveMoney(services, username, 900_000_000n);
  }
  await importBatch(services, 'june');
  await withdraw(services, 'ivan', 300n);
  await completed(services, 'anna', 40n);
  await rejected(services, 'priya', 200n, 'The name does not fit the wallet.');
  await completed(services, 'ivan', 50n);
  await withdraw(services, 'anna', 20n);
}

export async function importBatch(services: Services, batch: string): Promise<void> {
  const lines = ['anna', 'ivan', 'anna'].map((username, index) => ({
    username,
    amount: `${index + 1}.5`,
    reason: 'earnings',
    source: '',
    document: `${batch}-${index}`,
  }));
  const posted = await services.transaction((tx) =>
    postAccruals(tx, services, { batch, lines, labels: { camp: { ru: 'Лагерь', en: 'Camp' } }, dryRun: false }),
  );
  if (!('state' in posted)) throw new Error('the import was refused');
}

/** Amounts up to 100 USDT are approved automatically. */
export function withdraw(services: Services, username: string, usdt: bigint): Promise<WithdrawalRow> {
  return services.transaction(async (tx) => {
    const order = { destination: WALLET, network: 'trc20', amountMicros: usdt * 1_000_000n } as const;
    return moved(await openWithdrawal(tx, services, await findMember(services, username), order));
  });
}

export async function completed(services: Services, username: string, usdt: bigint): Promise<void> {
  const { id } = await withdraw(services, username, usdt);
  await services.transaction(async (tx) => {
    const sending = moved(await beginSending(tx, services, await held(services, id)));
    moved(await completeWithdrawal(tx, services, sending, `chain-${id}`));
  });
}

/** The node refuses the payout. */
export async function failed(services: Services, username: string, usdt: bigint): Promise<void> {
  const { id } = await withdraw(services, username, usdt);
  await services.transaction(async (tx) => {
    const sending = moved(await beginSending(tx, services, await held(services, id)));
    moved(await returnWithdrawal(tx, services, sending, 'node', { state: 'failed', reason: 'destination' }));
  });
}

async function rejected(services: Services, username: string, usdt: bigint, reason: string): Promise<void> {
  const { id } = await withdraw(services, username, usdt);
  await services.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row) moved(await returnWithdrawal(tx, services, row, 'operator:olga', { state: 'rejected', reason }));
  });
}

async function held(services: Services, id: string): Promise<WithdrawalRow> {
  const [row] = await services.db.select().from(withdrawals).where(eq(withdrawals.id, id));
  if (!row) throw new Error(`there is no withdrawal ${id}`);
  return row;
}

function moved<T>(row: T): Exclude<T, { refused: unknown }> {
  if (isRefused(row)) throw new Error(row.refused);
  return row as Exclude<T, { refused: unknown }>;
}

async function findMember(services: Services, username: string): Promise<Member> {
  const member = await findByLogin(services.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member;
}
