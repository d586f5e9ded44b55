export { blockMember, endSessions, lockMember, setCareerStatus, unblockMember } from './change-member.ts';
export { sendLink } from './send-link.ts';
