import { eq } from 'drizzle-orm';
import { endAllSessions } from '#server/auth/index.ts';
import { members } from '#server/db/schema/index.ts';
import type { Command } from '../command.ts';
import { lockMember } from './lock-member.ts';

export const blockMember = switchTo({
  verb: 'block',
  blocked: true,
  about: 'Ends every session of a member and lets them open no new one; their link stops working',
  already: 'is blocked already',
  done: 'is blocked',
});

export const unblockMember = switchTo({
  verb: 'unblock',
  blocked: false,
  about: 'Lets a blocked member sign in again',
  already: 'is not blocked',
  done: 'may sign in again',
});

type Switch = { verb: string; blocked: boolean; about: string; already: string; done: string };

function switchTo({ verb, blocked, about, already, done }: Switch): Command {
  return {
    kind: 'changes',
    name: `members ${verb}`,
    usage: `members ${verb} USERNAME --why TEXT`,
    about,
    async run(house, { words: [username = ''] }, tx) {
      const member = await lockMember(tx, username);
      if (!member) return { refused: `There is no member “${username}”.` };
      if (Boolean(member.blockedAt) === blocked) return { refused: `${member.username} ${already}.` };
      const blockedAt = blocked ? house.clock.now() : null;
      await tx.update(members).set({ blockedAt }).where(eq(members.id, member.id));
      if (blocked) await endAllSessions(tx, house, member.id, 'blocked');
      return { words: `${member.username} ${done}.`, data: { username: member.username, blocked } };
    },
  };
}
