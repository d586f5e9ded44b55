import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getBalance } from '#contracts/finance.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { type Member, withdrawals } from '#server/db/schema/index.ts';
import {
  approveWithdrawal,
  beginSending,
  completeWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
  type WithdrawalRow,
} from '#server/members/finance/move-withdrawal.ts';
import { requestMemberWithdrawal } from '#server/members/finance/request-withdrawal.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { everyday } from '../../../support/everyday.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { DEMO_PIN, giveMoney, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { Model } from './model.ts';

const SEEDS = Number(process.env['HISTORIES'] ?? everyday(50, 1_000));
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const EVENTS = 14;

const { services, app, clock } = await createTestServices();
const api = apiOf(app);
const PEOPLE = ['ivan', 'jonas', 'marie'] as const;
const bearers = new Map<string, string>();
const rows = new Map<string, Member>();
for (const person of PEOPLE) {
  bearers.set(person, await signInWithPin(api, person));
  const member = await findByLogin(services.db, person);
  if (member) rows.set(person, member);
}

/** Takes over the balances of earlier histories. */
async function openModel(): Promise<Model> {
  // A new day and hour reset the limits of the history before.
  clock.advance(24 * 60 * 60);
  const { minimumMicros, autoApproveMicros, dailyLimitMicros } = services.config.withdrawals;
  const model = new Model({ minimum: minimumMicros, autoApprove: autoApproveMicros, daily: dailyLimitMicros });
  for (const person of PEOPLE) {
    const { available, total } = await balanceOf(person);
    model.available.set(person, micros(available));
    model.earned.set(person, micros(total));
  }
  const [open] = await services.db.select().from(withdrawals).where(isNull(withdrawals.endId)).limit(1);
  if (open) throw new Error('a history before left something open');
  return model;
}

const micros = (text: string) => BigInt(text.replace('.', '').padEnd(text.indexOf('.') + 6, '0'));

async function balanceOf(person: string) {
  bearers.set(person, bearers.get(person) ?? (await api.signIn(person)).access);
  const answer = await api.call(getBalance, {}, { bearer: bearers.get(person) ?? '' });
  if (answer.success) return answer.data;
  bearers.set(person, (await api.signIn(person)).access);
  return dataOf(await api.call(getBalance, {}, { bearer: bearers.get(person) ?? '' }));
}

const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);

test.each(seeds)('a random history agrees with the model (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const model = await openModel();
  const told: string[] = [];
  let asked = 0;

  const move = async (
    id: string,
    state: 'cancelled' | 'approved' | 'rejected' | 'sending' | 'completed' | 'failed',
  ) => {
    const allowed = model.move(id, state);
    const done = await services.transaction(async (tx) => {
      const row = await lockWithdrawal(tx, id);
      if (!row) throw new Error('gone');
      return moves[state](tx, row);
    });
    expect(isRefused(done), `${told.join('\n')}\n${id} to ${state}`).toBe(!allowed);
  };
  type Tx = Parameters<Parameters<typeof services.transaction>[0]>[0];
  const moves = {
    cancelled: (tx: Tx, row: WithdrawalRow) => returnWithdrawal(tx, services, row, 'member', { state: 'cancelled' }),
    rejected: (tx: Tx, row: WithdrawalRow) =>
      returnWithdrawal(tx, services, row, 'operator:test', { state: 'rejected', reason: 'no' }),
    failed: (tx: Tx, row: WithdrawalRow) =>
      returnWithdrawal(tx, services, row, 'node', { state: 'failed', reason: 'destination' }),
    approved: (tx: Tx, row: WithdrawalRow) => approveWithdrawal(tx, services, row, 'operator:test'),
    sending: (tx: Tx, row: WithdrawalRow) => beginSending(tx, services, row),
    completed: (tx: Tx, row: WithdrawalRow) => completeWithdrawal(tx, services, row, `chain-${seed}`),
  };

  for (let event = 0; event < EVENTS; event += 1) {
    const person = pick(PEOPLE);
    const kind = random();
    const amountMicros = BigInt(Math.floor(random() * 250_000_000));
    if (kind < 0.3) {
      told.push(`${person} earns ${amountMicros}`);
      if (amountMicros > 0n) {
        await giveMoney(services, person, amountMicros);
        model.accrue(person, amountMicros);
      }
    } else if (kind < 0.6 && asked < 5) {
      told.push(`${person} asks for ${amountMicros}`);
      const member = rows.get(person);
      if (!member) throw new Error(`no ${person}`);
      const input = { destination: WALLET, amount: amountMicros, pin: DEMO_PIN };
      const caller = {
        address: '',
        userAgent: '',
        language: 'en',
        requestId: '',
        session: { familyId: '', member },
      } as const;
      const done = await services.transaction((tx) => requestMemberWithdrawal(tx, services, input, caller));
      expect(!isRefused(done), told.join('\n')).toBe(model.canRequest(person, amountMicros));
      if (isRefused(done)) continue;
      asked += 1;
      model.request(done.id, person, amountMicros);
    } else {
      const id = pick([...model.withdrawals.keys()]);
      const state = pick(['cancelled', 'approved', 'rejected', 'sending', 'completed', 'failed'] as const);
      told.push(`${id} to ${state}`);
      if (id) await move(id, state);
    }
  }
  for (const person of PEOPLE) {
    const { available, held, total } = await balanceOf(person);
    expect({ available, held, total }, told.join('\n')).toEqual({
      available: moneyText(model.availableOf(person)),
      held: moneyText(model.heldOf(person)),
      total: moneyText(model.earned.get(person) ?? 0n),
    });
  }
  for (const [id, { state }] of model.withdrawals) {
    const [row] = await services.db.select().from(withdrawals).where(eq(withdrawals.id, id));
    expect(row?.state, told.join('\n')).toBe(state);
    if (state === 'requested') await move(id, 'cancelled');
    if (state === 'approved') await move(id, 'rejected');
    if (state === 'sending') await move(id, 'failed');
  }
});

test('and after all of them the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});
