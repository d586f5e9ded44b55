import { and, eq } from 'drizzle-orm';
import { moneyText, CURRENCY } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import { withdrawalSteps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import type { PayoutOutcome } from '#server/node/index.ts';
import {
  beginSending,
  completeWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
  type WithdrawalRow,
} from './move-withdrawal.ts';
import { addPayOutJob } from './pay-out-job.ts';
import { isHeld } from './stop/is-stopped.ts';

/** Can restart at any point: commits `sending`, then calls the node without an open transaction. */
export async function payOut(services: Services, { withdrawalId }: JobPayloads['pay-out']): Promise<void> {
  const sending = await startSending(services, withdrawalId);
  if (!sending) return;
  const outcome = await callNode(services, sending);
  switch (outcome.state) {
    case 'sent':
    case 'failed':
    case 'refused':
      return record(services, withdrawalId, outcome);
    case 'unknown':
    case 'absent':
      services.log('warn', 'payout', { withdrawalId, ...outcome });
      return scheduleCheck(services, withdrawalId);
    case 'accepted':
      return scheduleCheck(services, withdrawalId);
  }
}

type Sending = { row: WithdrawalRow; hasBegunBefore: boolean; isHeld: boolean };

function startSending(services: Services, id: string): Promise<Sending | undefined> {
  return services.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row?.state !== 'sending' && row?.state !== 'approved') return undefined;
    const isOnHold = await isHeld(tx, row.memberId);
    if (row.state === 'sending') return { row, hasBegunBefore: true, isHeld: isOnHold };
    if (isOnHold) return undefined;
    const sendingRow = await beginSending(tx, services, row);
    return isRefused(sendingRow) ? undefined : { row: sendingRow, hasBegunBefore: false, isHeld: false };
  });
}

/** Sends again only if the node doesn't know the id. Held withdrawals are only looked up. */
async function callNode(
  { node }: Services,
  { row, hasBegunBefore, isHeld: isOnHold }: Sending,
): Promise<PayoutOutcome> {
  const { id, destination, network, amountMicros, fee } = row;
  const order = { id, destination, network, amount: moneyText(amountMicros - fee), currency: CURRENCY } as const;
  const created = hasBegunBefore ? undefined : await node.createPayout(order);
  if (created && created.state !== 'unknown') return created;
  const current = await node.readPayout(order);
  return current.state === 'absent' && !isOnHold ? node.createPayout(order) : current;
}

type FinalOutcome = Extract<PayoutOutcome, { state: 'sent' | 'failed' | 'refused' }>;

/** Does nothing if another run has recorded the outcome. */
function record(services: Services, id: string, outcome: FinalOutcome): Promise<void> {
  return services.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row?.state !== 'sending') return;
    if (outcome.state === 'sent') await completeWithdrawal(tx, services, row, outcome.chainId);
    else await returnWithdrawal(tx, services, row, 'node', { state: 'failed', reason: outcome.reason });
  });
}

const CHECK_SECONDS = { soonest: 5, latest: 600 };
const SHARE_OF_WAIT = 0.25;

function scheduleCheck(services: Services, id: string): Promise<void> {
  return services.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row?.state !== 'sending') return;
    const [start] = await tx
      .select({ at: withdrawalSteps.at })
      .from(withdrawalSteps)
      .where(and(eq(withdrawalSteps.withdrawalId, id), eq(withdrawalSteps.state, 'sending')));
    const now = services.clock.now();
    const waitedSeconds = start ? (now.getTime() - start.at.getTime()) / 1000 : 0;
    const inSeconds = Math.min(Math.max(waitedSeconds * SHARE_OF_WAIT, CHECK_SECONDS.soonest), CHECK_SECONDS.latest);
    await addPayOutJob(tx, id, addSeconds(now, inSeconds));
  });
}
