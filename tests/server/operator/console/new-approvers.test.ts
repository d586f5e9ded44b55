import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Approval, decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import { consoleContracts } from '#contracts/console/index.ts';
import { changeStaffRole, inviteStaff, inviteStaffAgain, switchStaff } from '#contracts/console/staff.ts';
import { approveOne } from '#contracts/console/withdrawals.ts';
import { NEW_APPROVER_SECONDS } from '#domain/four-eyes.ts';
import { isAble, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { approvals, mailbox, staff, staffGrants } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailOf, openConsole, type StaffApi } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';

const served = await createTestServices();
const { services, clock, runJobs } = served;
const { db } = services;
const console_ = await openConsole(served);
const people = await db.select().from(staff);

/** Only the demo's people exist, added by a command. */
beforeEach(async () => {
  await runJobs();
  await db.delete(approvals);
  await db.delete(staffGrants);
  await db.delete(mailbox);
  for (const { email } of await db.select().from(staff)) {
    const seeded = people.find((one) => one.email === email);
    // A person with entries in the audit log can't be deleted, so access is removed.
    const { id: _, ...values } =
      seeded ??
      ({
        id: 0,
        disabledAt: clock.now(),
        role: 'content',
        invitedBy: null,
        email: `was-${crypto.randomUUID()}@gone.example`,
      } as const);
    await db.update(staff).set(values).where(eq(staff.email, email));
  }
});

const rowOf = async (name: string) =>
  (
    await db
      .select()
      .from(staff)
      .where(eq(staff.email, emailOf(name)))
  )[0];
const idOf = async (name: string) => String((await rowOf(name))?.id);
const approvesRole = (role: StaffRole) => isAble(role, 'approvals.decide');
const REASON = { reason: 'asked for' };

function invite(owner: StaffApi, name: string, role: StaffRole) {
  return owner.call(inviteStaff, { email: emailOf(name), name, role, language: 'en', ...REASON });
}

/** Accepts an invitation, without the code that a phone would show. */
async function accept(name: string): Promise<StaffApi> {
  const { passwordHash, totpSecret } = people[0]!;
  const set = { passwordHash, totpSecret, totpStep: null, activatedAt: clock.now() };
  await db
    .update(staff)
    .set(set)
    .where(eq(staff.email, emailOf(name)));
  return console_.signIn(name);
}

async function waitingFor(reader: StaffApi, subject: string): Promise<Approval> {
  const found = dataOf(await reader.call(listApprovals, {})).items.find((one) => one.subject === subject);
  if (!found) throw new Error(`Nothing waits about ${subject}.`);
  return found;
}

/** Approves, and checks that the list predicted the outcome. */
async function approve(decider: StaffApi, subject: string): Promise<string> {
  const { id, refusal } = await waitingFor(decider, subject);
  const said = refusalOf(await decider.call(decideApproval, { id, decision: 'approve', ...REASON }));
  expect(said === 'done' ? null : said).toBe(refusal);
  return said;
}

/** An accepted invitation, which both owners approved if that was needed. */
async function join(inviter: StaffApi, decider: StaffApi, name: string, role: StaffRole): Promise<StaffApi> {
  const { outcome } = dataOf(await invite(inviter, name, role));
  if (outcome === 'waiting') expect(await approve(decider, emailOf(name))).toBe('done');
  return accept(name);
}

async function preparedBy(person: StaffApi): Promise<string> {
  const [id = ''] = await requestedWithdrawals(served, 1, '1000');
  expect(dataOf(await person.call(approveOne, { id, ...REASON })).outcome).toBe('waiting');
  return id;
}

test('an owner who invites a second address of hers as an approver gets nowhere alone', async () => {
  const olga = await console_.signIn('olga');
  expect(dataOf(await invite(olga, 'olga2', 'finance-approver'))).toEqual({ outcome: 'waiting', person: null });
  expect(await rowOf('olga2')).toBeUndefined();
  expect(await approve(olga, emailOf('olga2'))).toBe('prepared_by_you');
  const oscar = await console_.signIn('oscar');
  expect(await waitingFor(oscar, emailOf('olga2'))).toMatchObject({
    amount: null,
    prepared_by: 'Ольга Верная',
    preparer_access: [{ action: 'staff add', by: null }],
    candidate: { name: 'olga2', role: 'finance-approver', was: null, access: [] },
    refusal: null,
  });
  // Even if the second owner approved it, neither may approve actions that the other prepared.
  expect(await approve(oscar, emailOf('olga2'))).toBe('done');
  const olga2 = await accept('olga2');
  clock.advance(NEW_APPROVER_SECONDS);
  const [first, second] = [await console_.signIn('olga'), await console_.signIn('olga2')];
  expect(olga2.id).toBe(second.id);
  expect(await approve(second, await preparedBy(first))).toBe('related_access');
  expect(await approve(first, await preparedBy(second))).toBe('related_access');
});

test('nor does one who invites a second address without that right, and approves what it prepared', async () => {
  const olga = await console_.signIn('olga');
  const fake = await join(olga, olga, 'fake', 'finance');
  const withdrawal = await preparedBy(fake);
  expect(await approve(olga, withdrawal)).toBe('related_access');
  expect(await waitingFor(olga, withdrawal)).toMatchObject({
    preparer_access: [{ action: 'staff add', by: 'Ольга Верная' }],
    candidate: null,
  });
  expect(await approve(await console_.signIn('artur'), withdrawal)).toBe('done');
});

/** Sets the person's state, then calls for the change. */
const GIFTS: Record<string, (owner: StaffApi, role: StaffRole) => Promise<unknown>> = {
  [inviteStaff.path]: (owner, role) => invite(owner, `new-${role}`, role),
  [changeStaffRole.path]: async (owner, role) =>
    owner.call(changeStaffRole, { id: await idOf('kira'), role, ...REASON }),
  [switchStaff.path]: async (owner, role) => {
    await db
      .update(staff)
      .set({ role, disabledAt: clock.now() })
      .where(eq(staff.email, emailOf('kira')));
    return owner.call(switchStaff, { id: await idOf('kira'), access: 'on', ...REASON });
  },
  [inviteStaffAgain.path]: async (owner, role) => {
    await db
      .update(staff)
      .set({ role })
      .where(eq(staff.email, emailOf('kira')));
    return owner.call(inviteStaffAgain, { id: await idOf('kira'), ...REASON });
  },
};

test('no other call changes who works here', () => {
  const changes = consoleContracts.filter(({ ability, method }) => ability === 'staff.change' && method === 'POST');
  expect(changes.map(({ path }) => path).toSorted()).toEqual(Object.keys(GIFTS).toSorted());
});

test.each(Object.keys(GIFTS).flatMap((path) => STAFF_ROLES.map((role) => [path, role] as const)))(
  '%s with the role %s waits for a second owner when the role approves, and else is done',
  async (path, role) => {
    const oscar = await console_.signIn('oscar');
    const before = role === 'content' && path === changeStaffRole.path ? role : undefined;
    const answer = (await GIFTS[path]!(oscar, role)) as Awaited<ReturnType<typeof invite>>;
    expect(dataOf(answer).outcome).toBe(approvesRole(role) ? 'waiting' : 'done');
    await runJobs();
    const told = await db
      .select()
      .from(mailbox)
      .where(eq(mailbox.to, emailOf('olga')));
    expect(told.map(({ subject }) => subject)).toEqual(
      approvesRole(role) ? ['Новый сотрудник с правом одобрения ждёт вашего решения'] : [],
    );
    if (!approvesRole(role) || before) return;
    const subject = path === inviteStaff.path ? emailOf(`new-${role}`) : emailOf('kira');
    const kira = await rowOf('kira');
    expect(path === changeStaffRole.path ? kira?.role : kira?.disabledAt === null).toBe(
      path === changeStaffRole.path ? 'content' : path !== switchStaff.path,
    );
    // A repeated call changes nothing; only another owner can approve, no approver.
    expect(refusalOf((await GIFTS[path]!(oscar, role)) as typeof answer)).toBe('done');
    const [row] = await db.select().from(approvals);
    const artur = await console_.signIn('artur');
    for (const decision of ['approve', 'decline'] as const) {
      expect(refusalOf(await artur.call(decideApproval, { id: row!.id, decision, ...REASON }))).toBe('not_able');
    }
    expect(await approve(await console_.signIn('olga'), subject)).toBe('done');
    const person = (await db.select().from(staff).where(eq(staff.email, subject)))[0];
    expect(person).toMatchObject({ role, disabledAt: null });
    await runJobs();
    const after = await db
      .select()
      .from(mailbox)
      .where(eq(mailbox.to, emailOf('oscar')));
    expect(after.map((mail) => mail.subject)).toContain('A new approver at the Atrium console');
    expect(after.find((mail) => mail.subject.startsWith('A new approver at'))?.text).toContain(`By: Oscar Wendt`);
  },
);

test('only owners see who is to become an approver', async () => {
  dataOf(await invite(await console_.signIn('oscar'), 'next', 'owner'));
  for (const name of ['artur', 'fiona', 'sam']) {
    expect(dataOf(await (await console_.signIn(name)).call(listApprovals, {})).items).toEqual([]);
  }
});

test('a new approver approves nothing on the first day, nor what their inviter prepared after it', async () => {
  const [olga, oscar, fiona] = [
    await console_.signIn('olga'),
    await console_.signIn('oscar'),
    await console_.signIn('fiona'),
  ];
  const [ofOlga, ofFiona] = [await preparedBy(olga), await preparedBy(fiona)];
  const nina = await join(olga, oscar, 'nina', 'finance-approver');
  expect(await approve(nina, ofFiona)).toBe('new_approver');
  clock.advance(NEW_APPROVER_SECONDS - 120);
  expect(await approve(await console_.signIn('nina'), ofFiona)).toBe('new_approver');
  clock.advance(120);
  const later = await console_.signIn('nina');
  expect(await approve(later, ofOlga)).toBe('related_access');
  expect(await approve(later, ofFiona)).toBe('done');
  // Declining is harmless, so it is allowed.
  const { id } = await waitingFor(later, ofOlga);
  expect(refusalOf(await later.call(decideApproval, { id, decision: 'decline', ...REASON }))).toBe('done');
});

test('taking the role away and giving it again begins the day anew, and needs the second owner again', async () => {
  const [olga, oscar, fiona] = [
    await console_.signIn('olga'),
    await console_.signIn('oscar'),
    await console_.signIn('fiona'),
  ];
  const id = await idOf('artur');
  const role = (wish: StaffRole) => olga.call(changeStaffRole, { id, role: wish, ...REASON });
  expect(dataOf(await role('finance')).outcome).toBe('done');
  expect(dataOf(await role('finance-approver')).outcome).toBe('waiting');
  expect(refusalOf(await role('owner'))).toBe('approval_waits');
  expect(await approve(oscar, emailOf('artur'))).toBe('done');
  const artur = await console_.signIn('artur');
  expect(await approve(artur, await preparedBy(fiona))).toBe('new_approver');
  clock.advance(NEW_APPROVER_SECONDS);
  const later = await console_.signIn('artur');
  expect(await approve(later, await preparedBy(await console_.signIn('olga')))).toBe('related_access');
});

test('owners whom one person invited don’t approve a new approver for each other, nor for that person', async () => {
  const [olga, oscar] = [await console_.signIn('olga'), await console_.signIn('oscar')];
  const one = await join(olga, oscar, 'one', 'owner');
  const two = await join(olga, oscar, 'two', 'owner');
  dataOf(await invite(olga, 'mine', 'finance-approver'));
  dataOf(await invite(one, 'ours', 'finance-approver'));
  expect(await approve(one, emailOf('mine'))).toBe('new_approver');
  clock.advance(NEW_APPROVER_SECONDS);
  const [first, second] = [await console_.signIn('one'), await console_.signIn('two')];
  expect(two.id).toBe(second.id);
  expect(await approve(first, emailOf('mine'))).toBe('related_access');
  expect(await approve(second, emailOf('ours'))).toBe('related_access');
  expect(await approve(await console_.signIn('olga'), emailOf('ours'))).toBe('related_access');
  expect(await approve(await console_.signIn('oscar'), emailOf('ours'))).toBe('done');
});

test('nobody approves another invitation of themselves, nor one that something has changed since', async () => {
  const [olga, oscar] = [await console_.signIn('olga'), await console_.signIn('oscar')];
  const third = await join(olga, oscar, 'third', 'owner');
  clock.advance(NEW_APPROVER_SECONDS);
  const [owner, other] = [await console_.signIn('oscar'), await console_.signIn('third')];
  expect(third.id).toBe(other.id);
  dataOf(await owner.call(inviteStaffAgain, { id: String(other.id), ...REASON }));
  expect(await approve(other, emailOf('third'))).toBe('not_yourself');
  dataOf(await owner.call(changeStaffRole, { id: String(other.id), role: 'finance-approver', ...REASON }));
  const { id } = await waitingFor(owner, emailOf('third'));
  const again = await console_.signIn('olga');
  expect(refusalOf(await again.call(decideApproval, { id, decision: 'approve', ...REASON }))).toBe('staff_moved_on');
});

test('with one owner a new approver takes a command, which all owners hear of, and a day', async () => {
  const olga = await console_.signIn('olga');
  await db
    .update(staff)
    .set({ disabledAt: clock.now() })
    .where(eq(staff.email, emailOf('oscar')));
  for (const role of STAFF_ROLES.filter(approvesRole)) {
    expect(refusalOf(await invite(olga, 'lone', role))).toBe('no_second_owner');
  }
  const run = (...argv: string[]) => runCommand(services, [...argv, '--why', 'met in person'], 'root');
  const add = ['staff', 'add', '--email', emailOf('lone'), '--name', 'Lone', '--role', 'finance-approver'];
  expect(await run(...add)).not.toHaveProperty('refused');
  expect((await console_.log())[0]).toMatchObject({
    actor: 'operator:root',
    action: expect.stringMatching('staff add'),
    reason: 'met in person',
  });
  await runJobs();
  const [mail] = await db
    .select()
    .from(mailbox)
    .where(eq(mailbox.to, emailOf('olga')));
  expect(mail?.text).toContain('команда на сервере');
  const lone = await accept('lone');
  const withdrawal = await preparedBy(olga);
  expect(await approve(lone, withdrawal)).toBe('new_approver');
  clock.advance(NEW_APPROVER_SECONDS);
  expect(await approve(await console_.signIn('lone'), withdrawal)).toBe('done');
});

test.each([
  ['staff role', ['staff', 'role', emailOf('kira'), 'finance-approver']],
  ['staff invite-again', ['staff', 'invite-again', emailOf('artur')]],
  ['staff enable', ['staff', 'enable', emailOf('artur')]],
])('the command %s tells all owners, and the day begins', async (action, argv) => {
  if (action === 'staff enable')
    await db
      .update(staff)
      .set({ disabledAt: clock.now() })
      .where(eq(staff.email, emailOf('artur')));
  expect(await runCommand(services, [...argv, '--why', 'phone lost'], 'root')).not.toHaveProperty('refused');
  await runJobs();
  for (const owner of ['olga', 'oscar']) {
    const mails = await db
      .select()
      .from(mailbox)
      .where(eq(mailbox.to, emailOf(owner)));
    expect(mails).toHaveLength(1);
  }
  const name = argv[2]!.split('@')[0]!;
  const person = action === 'staff invite-again' ? await accept(name) : await console_.signIn(name);
  expect(await approve(person, await preparedBy(await console_.signIn('fiona')))).toBe('new_approver');
});

test('a command answers for a person whom an owner invited', async () => {
  await db
    .update(staff)
    .set({ invitedBy: (await rowOf('olga'))!.id })
    .where(eq(staff.email, emailOf('artur')));
  const withdrawal = await preparedBy(await console_.signIn('olga'));
  expect(await approve(await console_.signIn('artur'), withdrawal)).toBe('related_access');
  const vouch = ['staff', 'role', emailOf('artur'), 'finance-approver', '--why', 'met in person'];
  expect(await runCommand(services, vouch, 'root')).not.toHaveProperty('refused');
  expect(await approve(await console_.signIn('artur'), withdrawal)).toBe('new_approver');
  clock.advance(NEW_APPROVER_SECONDS);
  expect(await approve(await console_.signIn('artur'), withdrawal)).toBe('done');
});
