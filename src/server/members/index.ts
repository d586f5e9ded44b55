export { blockMember, endSessions, lockMember, setCareerStatus, unblockMember } from './change-member.ts';
