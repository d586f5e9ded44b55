import { clearPin } from '#server/finance/index.ts';
import type { Command } from '../command.ts';
import { lockMember } from './lock-member.ts';

export const clearMemberPin: Command = {
  kind: 'changes',
  name: 'members clear-pin',
  usage: 'members clear-pin USERNAME --why TEXT',
  about: 'Takes a forgotten or closed PIN away, so that the member can set another; withdrawals rest for 72 hours',
  async run(house, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    if (!(await clearPin(tx, house, member))) return { refused: `${member.username} has no PIN.` };
    const words = `${member.username} can set another PIN; withdrawals rest for 72 hours.`;
    return { words, data: { username: member.username, pin_set: false } };
  },
};
