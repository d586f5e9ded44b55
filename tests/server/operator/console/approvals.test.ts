import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import { switchStaff } from '#contracts/console/staff.ts';
import {
  approveOne,
  approveSeveral,
  getConsoleWithdrawal,
  listConsoleWithdrawals,
  rejectOne,
  rejectSeveral,
} from '#contracts/console/withdrawals.ts';
import { moneyText } from '#domain/money.ts';
import { getWork } from '#contracts/console/work.ts';
import { members, staffWorkSteps, withdrawals, withdrawalSteps } from '#server/db/schema/index.ts';
import { doWork } from '#server/operator/console/index.ts';
import { readBalance } from '#server/ledger/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { giveMoney, WALLET } from '../../../support/people/money.ts';
import { requestedWithdrawals, withdraw } from '../../../support/people/withdraw.ts';

const served = await createTestServices();
const { services, runJobs } = served;
const console_ = await openConsole(served);
const fiona = await console_.signIn('fiona');
const artur = await console_.signIn('artur');

const waiting = (count: number, amount: string) => requestedWithdrawals(served, count, amount);
const stateOf = async (id: string) =>
  (await services.db.select().from(withdrawals).where(eq(withdrawals.id, id)))[0]?.state;

test('a small one is approved by one person, who stands in its history and in the log', async () => {
  const [id = ''] = await waiting(1, '150');
  const done = dataOf(await fiona.call(approveOne, { id, reason: 'known destination' }));
  expect(done).toMatchObject({ outcome: 'done', withdrawal: { state: 'approved' } });
  const { steps } = dataOf(await fiona.call(getConsoleWithdrawal, { id }));
  expect(steps.at(-1)).toMatchObject({ state: 'approved', actor: 'Fiona Marsh' });
  expect((await console_.log())[0]).toEqual({
    actor: `staff:${fiona.id}`,
    action: 'withdrawals approve',
    subject: `withdrawal:${id}`,
    reason: 'known destination',
  });
});

test('one whose owner has paused withdrawals is marked, and approved by nobody until the pause is lifted', async () => {
  const [small = '', large = ''] = [...(await waiting(1, '150')), ...(await waiting(1, '1000'))];
  expect(dataOf(await artur.call(approveOne, { id: large, reason: 'asked for by phone' })).outcome).toBe('waiting');
  const { items } = dataOf(await fiona.call(listApprovals, {}));
  const approval = items.find(({ subject }) => subject === large)?.id ?? '';
  const isAnna = eq(members.username, 'anna');
  await services.db.update(members).set({ withdrawalsStoppedAt: services.clock.now() }).where(isAnna);
  const { withdrawal } = dataOf(await fiona.call(getConsoleWithdrawal, { id: small }));
  expect(withdrawal.risks).toContain('owner_stopped');
  expect(refusalOf(await fiona.call(approveOne, { id: small, reason: 'mine' }))).toBe('owner_stopped');
  const decision = { id: approval, decision: 'approve', reason: 'mine' } as const;
  const olga = await console_.signIn('olga');
  expect(refusalOf(await olga.call(decideApproval, decision))).toBe('owner_stopped');
  expect([await stateOf(small), await stateOf(large)]).toEqual(['requested', 'requested']);
  await services.db.update(members).set({ withdrawalsStoppedAt: null }).where(isAnna);
  dataOf(await olga.call(decideApproval, decision));
  expect(await stateOf(large)).toBe('approved');
});

test('two who approve at once: one effect, the other is told', async () => {
  const [id = ''] = await waiting(1, '150');
  const said = await Promise.all([fiona, artur].map((one) => one.call(approveOne, { id, reason: 'mine' })));
  expect(said.map(refusalOf).toSorted()).toEqual(['done', 'withdrawal_moved_on']);
  const steps = await services.db.select().from(withdrawalSteps).where(eq(withdrawalSteps.withdrawalId, id));
  expect(steps.filter(({ state }) => state === 'approved')).toHaveLength(1);
});

test('a large one needs two people: who prepared it can’t approve it, nor is it sent before', async () => {
  const [id = ''] = await waiting(1, '1000');
  expect(dataOf(await artur.call(approveOne, { id, reason: 'asked for by phone' })).outcome).toBe('waiting');
  expect(dataOf(await artur.call(approveOne, { id, reason: 'again' })).outcome).toBe('waiting');
  expect(await stateOf(id)).toBe('requested');
  const { items } = dataOf(await artur.call(listApprovals, {}));
  const approval = items.find(({ subject }) => subject === id);
  expect(items.filter(({ subject }) => subject === id)).toHaveLength(1);
  const approve = { id: approval!.id, decision: 'approve', reason: 'right' } as const;
  expect(refusalOf(await artur.call(decideApproval, approve))).toBe('prepared_by_you');
  expect(refusalOf(await fiona.call(decideApproval, approve))).toBe('not_able');
  const oscar = await console_.signIn('oscar');
  const olga = await console_.signIn('olga');
  const said = await Promise.all([oscar, olga].map((one) => one.call(decideApproval, approve)));
  expect(said.map(refusalOf).toSorted()).toEqual(['decided_before', 'done']);
  expect(await stateOf(id)).toBe('approved');
  const { steps } = dataOf(await artur.call(getConsoleWithdrawal, { id }));
  expect(steps.at(-1)).toMatchObject({ state: 'approved', prepared_by: 'Artur Lindqvist' });
});

test('who decides reads the payment itself: member, destination, flags, balance, what went there before', async () => {
  await giveMoney(services, 'ivan', 160_000_000n);
  await withdraw(services, WALLET, { username: 'ivan', micros: '160000000', uid: randomUUID() });
  const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
  const [id = ''] = await waiting(1, '1000');
  dataOf(await fiona.call(approveOne, { id, reason: 'looks right' }));
  const { items } = dataOf(await artur.call(listApprovals, {}));
  const { about } = items.find(({ subject }) => subject === id)!;
  expect(about).toMatchObject({
    kind: 'withdrawal',
    withdrawal: {
      ...{ id, username: 'anna', amount: '1000.00', destination: WALLET },
      risks: expect.arrayContaining(['shared_destination', 'large']),
      weighing: { shared_with: ['ivan'], completed: { count: expect.any(Number) } },
    },
  });
  const { availableMicros } = await readBalance(services.db, anna!.id);
  const { withdrawal, owner, others } = dataOf(await fiona.call(getConsoleWithdrawal, { id }));
  expect(owner).toMatchObject({ email: anna!.email, contacts: anna!.contacts, state: 'open', inviter: 'root' });
  const all = await services.db.$count(withdrawals, eq(withdrawals.memberId, anna!.id));
  expect(others).toHaveLength(Math.min(5, all - 1));
  expect(others.map((other) => other.id)).not.toContain(id);
  expect(withdrawal.weighing.available).toBe(moneyText(availableMicros));
  const finished = await services.db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.memberId, anna!.id), eq(withdrawals.state, 'completed')));
  const sum = finished.reduce((total, { amountMicros }) => total + amountMicros, 0n);
  expect(withdrawal.weighing.completed).toEqual({ count: finished.length, total: moneyText(sum) });
});

test('a flag is as of the request: a password changed after it marks what still waits, not what is over', async () => {
  const [over = '', open = ''] = await waiting(2, '170');
  dataOf(await fiona.call(rejectOne, { id: over, said: 'Contact support.', reason: 'test' }));
  const risksOf = async (id: string) => dataOf(await fiona.call(getConsoleWithdrawal, { id })).withdrawal.risks;
  const isAnna = eq(members.username, 'anna');
  served.clock.advance(60);
  await services.db.update(members).set({ passwordChangedAt: services.clock.now() }).where(isAnna);
  expect([await risksOf(open), await risksOf(over)]).toEqual([
    expect.arrayContaining(['fresh_password']),
    expect.not.arrayContaining(['fresh_password']),
  ]);
  await services.db.update(members).set({ passwordChangedAt: null }).where(isAnna);
});

test('what was declined stays requested, and can be prepared again', async () => {
  const [id = ''] = await waiting(1, '1000');
  dataOf(await fiona.call(approveOne, { id, reason: 'first' }));
  const approval = dataOf(await artur.call(listApprovals, {})).items.find(({ subject }) => subject === id)!;
  dataOf(await artur.call(decideApproval, { id: approval.id, decision: 'decline', reason: 'call them first' }));
  expect(await stateOf(id)).toBe('requested');
  expect(dataOf(await fiona.call(approveOne, { id, reason: 'called' })).outcome).toBe('waiting');
});

test('what its member took back meanwhile can’t be approved any more', async () => {
  const [id = ''] = await waiting(1, '1000');
  dataOf(await fiona.call(approveOne, { id, reason: 'looks right' }));
  const approval = dataOf(await artur.call(listApprovals, {})).items.find(({ subject }) => subject === id)!;
  dataOf(await fiona.call(rejectOne, { id, said: 'Contact support.', reason: 'fraud' }));
  const answer = await artur.call(decideApproval, { id: approval.id, decision: 'approve', reason: 'fine' });
  expect(refusalOf(answer)).toBe('withdrawal_moved_on');
  expect(await stateOf(id)).toBe('rejected');
});

test('forty are approved by one press, each once, however often the job is done', async () => {
  const ids = await waiting(40, '110');
  const { work } = dataOf(await fiona.call(approveSeveral, { ids: [...ids, ids[0]!, randomUUID()], reason: 'Friday' }));
  await Promise.all([doWork(services, { workId: work }), doWork(services, { workId: work }), runJobs()]);
  const done = dataOf(await fiona.call(getWork, { id: work }));
  expect(done).toMatchObject({ total: 41, done: 41, outcomes: { done: 40, not_found: 1 } });
  expect(done.failed).toHaveLength(1);
  const logged = (await console_.log()).filter(({ reason }) => reason === 'Friday');
  expect(logged).toHaveLength(40);
  expect(refusalOf(await artur.call(getWork, { id: work }))).toBe('not_found');
});

test('several are declined with one message; a repeat changes nothing and tells what each one is', async () => {
  const ids = await waiting(12, '115');
  const [paid = ''] = await waiting(1, '115');
  const order = { ids: [...ids, paid], said: 'Contact support.', reason: 'fraud wave' };
  dataOf(await fiona.call(approveOne, { id: paid, reason: 'known' }));
  await services.db.update(withdrawals).set({ state: 'sending' }).where(eq(withdrawals.id, paid));
  const sending = { withdrawalId: paid, state: 'sending', at: services.clock.now(), actor: 'platform' } as const;
  await services.db.insert(withdrawalSteps).values(sending);
  const before = await readBalance(services.db, await idOfAnna());
  const { work } = dataOf(await fiona.call(rejectSeveral, order));
  await Promise.all([doWork(services, { workId: work }), doWork(services, { workId: work }), runJobs()]);
  const { outcomes } = dataOf(await fiona.call(getWork, { id: work }));
  expect(outcomes).toEqual({ done: 12, 'withdrawal_moved_on sending': 1 });
  const again = dataOf(await fiona.call(rejectSeveral, order)).work;
  await doWork(services, { workId: again });
  expect(dataOf(await fiona.call(getWork, { id: again })).outcomes).toEqual({
    ...{ 'withdrawal_moved_on rejected': 12, 'withdrawal_moved_on sending': 1 },
  });
  const after = await readBalance(services.db, await idOfAnna());
  expect(after.availableMicros - before.availableMicros).toBe(12n * 115_000_000n);
  expect((await console_.log()).filter(({ reason }) => reason === 'fraud wave')).toHaveLength(12);
  const { withdrawal } = dataOf(await fiona.call(getConsoleWithdrawal, { id: ids[3]! }));
  expect(withdrawal).toMatchObject({ state: 'rejected', reason: 'Contact support.' });
  const sam = await console_.signIn('sam');
  expect(refusalOf(await sam.call(rejectSeveral, order))).toBe('not_able');
  const many = { ...order, ids: Array.from({ length: 201 }, () => randomUUID()) };
  expect(refusalOf(await fiona.call(rejectSeveral, many))).toBe('invalid');
});

test('a process that dies half-way loses nothing and doubles nothing', async () => {
  const ids = await waiting(12, '105');
  const { work } = dataOf(await fiona.call(approveSeveral, { ids, reason: 'half-way' }));
  const died = new AbortController();
  const dying = doWork(services, { workId: work }, died.signal);
  await expect.poll(() => stepsDone(work)).toBeGreaterThan(2);
  died.abort();
  await dying.catch(() => undefined);
  await doWork(services, { workId: work });
  expect(dataOf(await fiona.call(getWork, { id: work })).outcomes).toEqual({ done: 12 });
  expect((await console_.log()).filter(({ reason }) => reason === 'half-way')).toHaveLength(12);
});

test('whose access ends in the middle of their work does nothing more', async () => {
  const ids = await waiting(3, '120');
  const oscar = await console_.signIn('oscar');
  const { work } = dataOf(await fiona.call(approveSeveral, { ids, reason: 'too late' }));
  dataOf(await oscar.call(switchStaff, { id: String(fiona.id), access: 'off', reason: 'suspended' }));
  await doWork(services, { workId: work });
  dataOf(await oscar.call(switchStaff, { id: String(fiona.id), access: 'on', reason: 'back' }));
  expect(await Promise.all(ids.map(stateOf))).toEqual(['requested', 'requested', 'requested']);
});

test('the queue is paged by its oldest, and found by a username, an id and a whole destination', async () => {
  await waiting(8, '130');
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = dataOf(await artur.call(listConsoleWithdrawals, { limit: '7', ...(cursor && { cursor }) }));
    all.push(...items.map(({ id }) => id));
    cursor = next ?? undefined;
  } while (cursor);
  expect(new Set(all).size).toBe(await services.db.$count(withdrawals));
  const requested = await services.db.select().from(withdrawals).where(eq(withdrawals.state, 'requested'));
  const amount = moneyText(requested.reduce((sum, { amountMicros }) => sum + amountMicros, 0n));
  const { total } = dataOf(await artur.call(listConsoleWithdrawals, { state: 'requested', limit: '1' }));
  expect(total).toEqual({ count: requested.length, is_more: false, amount });
  const times = dataOf(await artur.call(listConsoleWithdrawals, {})).items.map(({ requested_at: at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(all).toHaveLength(new Set(all).size);
  const [one] = dataOf(await artur.call(listConsoleWithdrawals, { search: all[3] })).items;
  expect(one?.id).toBe(all[3]);
  expect(dataOf(await artur.call(listConsoleWithdrawals, { search: 'ann' })).items.length).toBeGreaterThan(0);
  expect(dataOf(await artur.call(listConsoleWithdrawals, { search: '100%' })).items).toEqual([]);
  const to = await artur.call(listConsoleWithdrawals, { search: ` ${one?.destination} `, limit: '200' });
  expect(dataOf(to).items.map(({ destination }) => destination)).toContain(one?.destination);
  expect(new Set(dataOf(to).items.map(({ destination }) => destination)).size).toBe(1);
  const part = one?.destination.slice(0, -1) ?? '';
  expect(dataOf(await artur.call(listConsoleWithdrawals, { search: part })).items).toEqual([]);
  expect(dataOf(await artur.call(listConsoleWithdrawals, { search: ' ' })).items.length).toBeGreaterThan(0);
  expect(refusalOf(await artur.call(listConsoleWithdrawals, { cursor: 'e30' }))).toBe('invalid');
  const strange = Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', 'no-id'])).toString('base64url');
  expect(refusalOf(await artur.call(listConsoleWithdrawals, { cursor: strange }))).toBe('invalid');
});

test('after all of it the ledger and the log of actions are intact', async () => {
  expect((await verifyLedger(services)).findings).toEqual([]);
});

async function idOfAnna(): Promise<number> {
  const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
  return anna!.id;
}

async function stepsDone(workId: string): Promise<number> {
  const steps = await services.db.select().from(staffWorkSteps).where(eq(staffWorkSteps.workId, workId));
  return steps.filter(({ outcome }) => outcome !== null).length;
}
