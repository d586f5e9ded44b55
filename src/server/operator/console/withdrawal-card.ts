import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { WithdrawalCard } from '#contracts/console/withdrawals.ts';
import { memberState } from '#domain/member-state.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import type { Db } from '#server/db/connect.ts';
import { approvals, members, teamCounts, withdrawals, withdrawalSteps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { actorOf } from '#server/operator/staff/index.ts';
import { actorNames } from './actor-names.ts';
import { findWeighed } from './withdrawals.ts';

const MAX_OTHERS = 5;

export async function describeWithdrawal(services: Services, requestedId: string): Promise<WithdrawalCard | Refused> {
  const { db } = services;
  const id = requestedId.toLowerCase();
  const withdrawal = (await findWeighed(services, [id])).get(id);
  if (!withdrawal) return refuse('not_found');
  const [[member, others], steps] = await Promise.all([readOwner(db, id), readSteps(db, id)]);
  const { chain_id: chainId } = withdrawal;
  const { explorerUrl } = services.config.withdrawals;
  return {
    ...{ withdrawal, owner: member, others, steps },
    explorer_url: chainId && explorerUrl ? explorerUrl.replace('{id}', encodeURIComponent(chainId)) : null,
  };
}

type Card<Part extends keyof WithdrawalCard> = WithdrawalCard[Part];

const inviters = alias(members, 'inviters');

async function readOwner(db: Db, id: string): Promise<[Card<'owner'>, Card<'others'>]> {
  const [found] = await db
    .select({ member: members, inviter: inviters.username, counts: teamCounts })
    .from(withdrawals)
    .innerJoin(members, eq(members.id, withdrawals.memberId))
    .leftJoin(inviters, eq(inviters.id, members.inviterId))
    .leftJoin(teamCounts, eq(teamCounts.memberId, members.id))
    .where(eq(withdrawals.id, id));
  const { member, inviter, counts } = found!;
  const owner = {
    name: member.name,
    email: shownEmail(member.email),
    contacts: member.contacts,
    state: memberState(member),
    registered_at: member.registeredAt.toISOString(),
    career_status: member.careerStatus,
    active: member.active,
    ...{ team: counts?.wholeTeam ?? 0, first_line: counts?.firstLine ?? 0, inviter },
  } satisfies Card<'owner'>;
  return [owner, await readOthers(db, member.id, id)];
}

async function readOthers(db: Db, memberId: number, id: string): Promise<Card<'others'>> {
  const rows = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.memberId, memberId), ne(withdrawals.id, id)))
    .orderBy(desc(withdrawals.requestedAt), desc(withdrawals.id))
    .limit(MAX_OTHERS);
  return rows.map(({ id: otherId, amountMicros, state, requestedAt }) => ({
    ...{ id: otherId, state, amount: moneyText(amountMicros), at: requestedAt.toISOString() },
  }));
}

async function readSteps(db: Db, id: string): Promise<Card<'steps'>> {
  const isApproval = and(eq(approvals.action, 'withdrawals approve'), eq(approvals.subject, id));
  const [steps, [approval]] = await Promise.all([
    db
      .select()
      .from(withdrawalSteps)
      .where(eq(withdrawalSteps.withdrawalId, id))
      .orderBy(
        asc(withdrawalSteps.at),
        sql`array_position(${sql.param([...WITHDRAWAL_STATES])}::text[], ${withdrawalSteps.state})`,
      ),
    db
      .select()
      .from(approvals)
      .where(and(isApproval, eq(approvals.state, 'approved'))),
  ]);
  const preparer = approval && actorOf(approval.preparedBy);
  const names = await actorNames(db, [...steps, ...(preparer ? [{ actor: preparer }] : [])]);
  return steps.map(({ state, at, actor }) => ({
    ...{ state, at: at.toISOString(), actor: names.get(actor) ?? actor },
    prepared_by: preparer && state === 'approved' ? (names.get(preparer) ?? preparer) : null,
  }));
}
