export { blockMember, endSessions, lockMember, setCareerStatus, unblockMember } from './change-member.ts';
export { memberState } from './member-state.ts';
