import { eq } from 'drizzle-orm';
import { endAllSessions } from '#server/auth/index.ts';
import { members } from '#server/db/schema/index.ts';
import type { Command } from '../command.ts';
import { lockMember } from './lock-member.ts';

export const blockMember: Command = {
  kind: 'changes',
  name: 'members block',
  usage: 'members block USERNAME --why TEXT',
  about: 'Ends every session of a member and lets them open no new one; their link stops working',
  async run(house, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    if (member.blockedAt) return { refused: `${member.username} is blocked already.` };
    await tx.update(members).set({ blockedAt: house.clock.now() }).where(eq(members.id, member.id));
    await endAllSessions(tx, house, member.id, 'blocked');
    return { words: `${member.username} is blocked.`, data: { username: member.username, blocked: true } };
  },
};

export const unblockMember: Command = {
  kind: 'changes',
  name: 'members unblock',
  usage: 'members unblock USERNAME --why TEXT',
  about: 'Lets a blocked member sign in again',
  async run(_house, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    if (!member.blockedAt) return { refused: `${member.username} is not blocked.` };
    await tx.update(members).set({ blockedAt: null }).where(eq(members.id, member.id));
    return { words: `${member.username} may sign in again.`, data: { username: member.username, blocked: false } };
  },
};
