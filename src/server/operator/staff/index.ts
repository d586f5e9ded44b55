export {
  insertStaff,
  isLastOwner,
  listPeople,
  lockOwners,
  presentPerson,
  removeAccess,
  stateOf,
  withdrawAccess,
} from './accounts.ts';
export { actorOf, audited, type Change, type StaffActor } from './audited.ts';
export { readStaffAccess, recordGrant, type StaffAccess } from './grants.ts';
export { makeInvitation, sendInvitation } from './invitation.ts';
export { mailOwners, sendStaffMail, sendToStaff } from './mail-staff.ts';
export { staffRoutes } from './routes.ts';
export { livingSessions, readStaffSession } from './session.ts';
export { hasAccess } from './sign-in.ts';
