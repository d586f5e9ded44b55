export { blockMember, endSessions, lockMember, setCareerStatus, unblockMember } from './change-member.ts';
export { payOutFormer } from './pay-out-former.ts';
export { sendLink } from './send-link.ts';
