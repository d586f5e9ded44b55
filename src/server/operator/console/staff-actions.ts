import { eq } from 'drizzle-orm';
import { givesApproval, shareGiver } from '#domain/four-eyes.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { type ConsoleLanguage, isAble, type StaffRole } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff } from '#server/db/schema/index.ts';
import { addJobs } from '#server/jobs/add-job.ts';
import {
  type Change,
  hasAccess,
  insertStaff,
  isLastOwner,
  lockOwners,
  mailOwners,
  readStaffAccess,
  recordGrant,
  removeAccess,
  stateOf,
  withdrawAccess,
} from '#server/operator/staff/index.ts';
import type { Action, Checked, Order } from './action.ts';

/** `id` is the e-mail. */
type StaffOrder = Order & { input: { name?: string; role?: StaffRole; language?: ConsoleLanguage; was?: StaffRole } };

export const addOne: Action = {
  ...{ ability: 'staff.change', isGrant: true, onPrepared: askOwners },
  async check(tx, _services, order: StaffOrder) {
    await lockOwners(tx);
    if (await find(tx, order.id)) return refuseField('email', 'email_taken');
    return checkGrant(tx, order, undefined, order.input.role!);
  },
  async run(
    tx,
    services,
    { id: email, input: { name = '', role = 'support', language = 'en' }, preparedBy }: StaffOrder,
  ) {
    const added = await insertStaff(tx, services, { email, name, role, language, invitedBy: preparedBy });
    if (!added) return refuseField('email', 'email_taken');
    await addJobs(tx, 'invite-staff', [{ staffId: added.id }]);
    await recordGrant(tx, services, added, { action: 'staff add', by: preparedBy });
    return change('staff add', added, undefined, { email, name, role });
  },
};

export const setRoleOfOne: Action = {
  ...{ ability: 'staff.change', isGrant: true, onPrepared: askOwners },
  async check(tx, _services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    return isRefused(person) ? person : checkGrant(tx, order, person, order.input.role!, person.role);
  },
  async run(tx, services, order: StaffOrder) {
    const { role = 'support' } = order.input;
    const person = await lockOther(tx, order);
    if (isRefused(person)) return person;
    const { id, role: before } = person;
    if (before === role) return undefined;
    if (before === 'owner' && (await isLastOwner(tx, person))) return refuse('last_owner');
    await tx.update(staff).set({ role }).where(eq(staff.id, id));
    await recordGrant(tx, services, { ...person, role }, { action: 'staff role', before, by: order.preparedBy });
    return change('staff role', person, { role: before }, { role });
  },
};

export const enableOne: Action = {
  ...{ ability: 'staff.change', isGrant: true, onPrepared: askOwners },
  async check(tx, _services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    if (isRefused(person)) return person;
    return person.disabledAt ? checkGrant(tx, order, person, person.role) : WITHOUT_SECOND;
  },
  async run(tx, services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    if (isRefused(person)) return person;
    if (!person.disabledAt) return undefined;
    await tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, person.id));
    await recordGrant(tx, services, person, { action: 'staff enable', by: order.preparedBy });
    return change('staff enable', person, { access: 'off' }, { access: 'on' });
  },
};

export const disableOne: Action = {
  ability: 'staff.change',
  async check(tx, _services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    return isRefused(person) ? person : WITHOUT_SECOND;
  },
  async run(tx, services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    if (isRefused(person)) return person;
    if (person.disabledAt) return undefined;
    if (person.role === 'owner' && (await isLastOwner(tx, person))) return refuse('last_owner');
    await removeAccess(tx, services, person.id);
    return change('staff disable', person, { access: 'on' }, { access: 'off' });
  },
};

export const inviteOneAgain: Action = {
  ...{ ability: 'staff.change', isGrant: true, onPrepared: askOwners },
  async check(tx, _services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    return isRefused(person) ? person : checkGrant(tx, order, person, person.role);
  },
  async run(tx, services, order: StaffOrder) {
    const person = await lockOther(tx, order);
    if (isRefused(person)) return person;
    await withdrawAccess(tx, services, person.id);
    await addJobs(tx, 'invite-staff', [{ staffId: person.id }]);
    await recordGrant(tx, services, person, { action: 'staff invite-again', by: order.preparedBy });
    return change('staff invite-again', person, { state: stateOf(person) }, { state: 'invited' });
  },
};

const WITHOUT_SECOND: Checked = { needsSecond: false, amountMicros: 0n };

/** Only an owner whose access is not from the preparer or their givers can approve a new approver. */
async function checkGrant(
  tx: Db,
  { id, preparedBy }: Order,
  person: Staff | undefined,
  role: StaffRole,
  before?: StaffRole,
): Promise<Checked | Refused> {
  if (!givesApproval(before, role)) return WITHOUT_SECOND;
  const { people, givers } = await readStaffAccess(tx);
  const hasOtherOwner = [...people.values()].some(
    (owner) =>
      owner.email !== id &&
      hasAccess(owner) &&
      isAble(owner.role, 'approvals.decide') &&
      isAble(owner.role, 'staff.change') &&
      !shareGiver(givers, owner.id, preparedBy),
  );
  if (!hasOtherOwner) return refuse('no_second_owner');
  return { needsSecond: true, amountMicros: 0n, remember: { role, ...(person && { was: person.role }) } };
}

function askOwners(tx: Db, { id: email, input, preparedBy }: StaffOrder): Promise<void> {
  return mailOwners(tx, 'approver_asked', { email, role: input.role!, by: preparedBy });
}

async function lockOther(tx: Db, { id, preparedBy, input: { was } }: StaffOrder): Promise<Staff | Refused> {
  await lockOwners(tx);
  const person = await find(tx, id);
  if (!person) return refuse('not_found');
  if (person.id === preparedBy) return refuse('not_yourself');
  return was === undefined || was === person.role ? person : refuse('staff_moved_on');
}

async function find(tx: Db, email: string): Promise<Staff | undefined> {
  const [person] = await tx.select().from(staff).where(eq(staff.email, email)).for('update');
  return person;
}

function change(action: string, { email }: Staff, before: Change['before'], after: Change['after']): Change {
  return { action, subject: `staff:${email}`, ...(before && { before }), ...(after && { after }) };
}
