import { eq } from 'drizzle-orm';
import * as contracts from '#contracts/console/staff.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { staff } from '#server/db/schema/index.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { type Route, route } from '#server/api/route.ts';
import type { Services } from '#server/api/services.ts';
import { listPeople, presentPerson } from '#server/operator/staff/index.ts';
import type { ActionName } from './actions.ts';
import { runOrRequestApproval } from './approvals.ts';

type StaffChange = OutputOf<typeof contracts.switchStaff>;
type StaffActionRequest = { action: ActionName; email: string; input?: Record<string, unknown>; reason: string };

export function peopleRoutes(services: Services): Route[] {
  const { db } = services;
  const run = async (
    caller: StaffCaller,
    { action, email, input, reason }: StaffActionRequest,
  ): Promise<StaffChange | Refused> => {
    const result = await runOrRequestApproval(services, caller, { action, id: email, ...(input && { input }) }, reason);
    if (isRefused(result)) return result;
    const [person] = await db.select().from(staff).where(eq(staff.email, email));
    return { ...result, person: person ? presentPerson(person, caller.session.staff.id) : null };
  };
  const runOn = async (
    caller: StaffCaller,
    id: string,
    request: Omit<StaffActionRequest, 'email'>,
  ): Promise<StaffChange | Refused> => {
    const [person] = await db
      .select()
      .from(staff)
      .where(eq(staff.id, Number(id)));
    return person ? run(caller, { ...request, email: person.email }) : refuse('not_found');
  };
  return [
    route(contracts.listStaff, async (_, { session }) => ({ items: await listPeople(services, session.staff.id) })),
    route(contracts.inviteStaff, ({ email, reason, ...input }, caller) =>
      run(caller, { action: 'staff add', email, input, reason }),
    ),
    route(contracts.changeStaffRole, ({ id, role, reason }, caller) =>
      runOn(caller, String(id), { action: 'staff role', input: { role }, reason }),
    ),
    route(contracts.switchStaff, ({ id, access, reason }, caller) =>
      runOn(caller, String(id), { action: access === 'on' ? 'staff enable' : 'staff disable', reason }),
    ),
    route(contracts.inviteStaffAgain, ({ id, reason }, caller) =>
      runOn(caller, String(id), { action: 'staff invite-again', reason }),
    ),
  ];
}
