import { eq } from 'drizzle-orm';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { members } from '#server/db/schema/index.ts';
import type { Command } from '../command.ts';
import { lockMember } from './lock-member.ts';

export const setStatus: Command = {
  kind: 'changes',
  name: 'members status',
  usage: 'members status USERNAME STATUS --why TEXT',
  about: `Gives a career status: ${CAREER_STATUSES.join(', ')}`,
  async run(_house, { words: [username = '', wanted] }, tx) {
    const careerStatus = CAREER_STATUSES.find((status) => status === wanted);
    if (!careerStatus)
      return { refused: `There is no career status “${wanted ?? ''}”. Choose one of: ${CAREER_STATUSES.join(', ')}.` };
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    await tx.update(members).set({ careerStatus }).where(eq(members.id, member.id));
    return {
      words: `${member.username} was ${member.careerStatus} and is now ${careerStatus}.`,
      data: { username: member.username, before: member.careerStatus, career_status: careerStatus },
    };
  },
};
