import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getConsoleMember, payOutMember, removeMemberFactor } from '#contracts/console/members.ts';
import { approveOne } from '#contracts/console/withdrawals.ts';
import { members } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { switchOn } from '../../../support/people/factor.ts';
import { giveMoney, WALLET } from '../../../support/people/money.ts';
import { openConsole, type StaffApi } from '../../../support/people/staff.ts';

const served = await createTestServices();
const { services, clock } = served;
const console_ = await openConsole(served);
const { api } = console_;
const reason = 'a ticket';

const cardOf = async (who: StaffApi, username: string) => dataOf(await who.call(getConsoleMember, { username }));

describe('a lost second factor', () => {
  const order = { username: 'anna', reason };

  test('is removed after the waiting time, once for two who ask, and the owner is told', async () => {
    const { access } = await api.signIn('anna');
    const sam = await console_.signIn('sam');
    expect(refusalOf(await sam.call(removeMemberFactor, order))).toBe('factor_not_on');
    await switchOn(api, served, access, DEMO_PASSWORD);
    const { factor } = await cardOf(sam, 'anna');
    expect(factor).toMatchObject({ on_since: expect.any(String), removal_due_at: null });
    expect(factor.recovery_codes_left).toBeGreaterThan(0);
    const before = (await emailsTo(served, 'anna@demo.example')).length;
    const [first] = await Promise.all([sam.call(removeMemberFactor, order), sam.call(removeMemberFactor, order)]);
    const dueAt = dataOf(first).factor.removal_due_at;
    expect(Date.parse(dueAt!)).toBeGreaterThan(clock.now().getTime());
    expect(dataOf(await sam.call(removeMemberFactor, order)).factor.removal_due_at).toBe(dueAt);
    expect(await emailsTo(served, 'anna@demo.example')).toHaveLength(before + 1);
    const logged = (await cardOf(sam, 'anna')).log.filter(({ action }) => action === 'members remove-second-factor');
    expect(logged).toMatchObject([{ actor: 'Sam Okafor', reason, after: { due_at: dueAt } }]);
    const command = ['members', 'remove-second-factor', 'anna', '--why', 'again'];
    expect(await runCommand(services, command, 'olga')).toMatchObject({ refused: expect.stringContaining('already') });
  });

  test('needs the ability and a fresh second factor of the person at the console', async () => {
    const sam = await console_.signIn('sam');
    clock.advance(11 * 60);
    expect(refusalOf(await sam.call(removeMemberFactor, order))).toBe('confirmation_required');
    for (const name of ['fiona', 'artur', 'kira']) {
      const person = await console_.signIn(name);
      expect(refusalOf(await person.call(removeMemberFactor, order)), name).toBe('not_able');
    }
  });
});

describe('what is owed to a former member', () => {
  const close = (username: string) =>
    services.db.update(members).set({ closedAt: clock.now() }).where(eq(members.username, username));
  const order = (username: string, amount: string, destination = WALLET) => ({ username, amount, destination, reason });

  test('is withdrawn once to the address they name, and waits for a person however small it is', async () => {
    const fiona = await console_.signIn('fiona');
    expect(refusalOf(await fiona.call(payOutMember, order('marie', '1.50')))).toBe('not_found');
    await giveMoney(services, 'marie', 1_500_000n);
    await close('marie');
    const owed = (await cardOf(fiona, 'marie')).balance.available;
    expect(await fiona.call(payOutMember, order('marie', owed, 'nowhere'))).toMatchObject({
      error: { code: 'invalid', fields: { destination: [expect.any(String)] } },
    });
    expect(refusalOf(await fiona.call(payOutMember, order('marie', '1.49')))).toBe('page_outdated');
    for (const amount of ['0', '-1', 'x']) {
      expect(refusalOf(await fiona.call(payOutMember, order('marie', amount))), amount).toBe('invalid');
    }
    const tried = await Promise.all([1, 2].map(() => fiona.call(payOutMember, order('marie', owed))));
    expect(tried.filter(({ success }) => success)).toHaveLength(1);
    const card = await cardOf(fiona, 'marie');
    expect(card.balance).toEqual({ available: '0.00', held: owed });
    expect(card.withdrawals).toMatchObject([{ state: 'requested', amount: owed }]);
    const [{ id } = { id: '' }] = card.withdrawals;
    expect(card.log.filter(({ action }) => action === 'members pay-out')).toMatchObject([
      { reason, after: { withdrawal: id, amount: owed, state: 'requested' } },
    ]);
    expect(refusalOf(await fiona.call(payOutMember, order('marie', owed)))).toBe('page_outdated');
    expect(dataOf(await fiona.call(approveOne, { id, reason }))).toMatchObject({ outcome: 'done' });
    expect((await verifyLedger(services)).findings).toEqual([]);
  });

  test('a large one needs a second person before it is sent', async () => {
    const fiona = await console_.signIn('fiona');
    await giveMoney(services, 'jonas', 5_000_000_000n);
    await close('jonas');
    const owed = (await cardOf(fiona, 'jonas')).balance.available;
    const { withdrawals } = dataOf(await fiona.call(payOutMember, order('jonas', owed)));
    const asked = { id: withdrawals[0]!.id, reason };
    expect(dataOf(await fiona.call(approveOne, asked))).toMatchObject({ outcome: 'waiting' });
  });

  test('is refused to roles that don’t decide about withdrawals, and without a fresh second factor', async () => {
    const fiona = await console_.signIn('fiona');
    clock.advance(11 * 60);
    expect(refusalOf(await fiona.call(payOutMember, order('jonas', '1.00')))).toBe('confirmation_required');
    for (const name of ['sam', 'kira']) {
      const person = await console_.signIn(name);
      expect(refusalOf(await person.call(payOutMember, order('jonas', '1.00'))), name).toBe('not_able');
    }
  });
});
