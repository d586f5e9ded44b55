export { insertStaff, isLastOwner, listPeople, lockOwners, removeAccess, withdrawAccess } from './accounts.ts';
export { actorOf, audited, type By, type Change } from './audited.ts';
export { makeInvitation, sendInvitation } from './invitation.ts';
export { staffRoutes } from './routes.ts';
export { readStaffSession } from './session.ts';
export { hasAccess } from './sign-in.ts';
