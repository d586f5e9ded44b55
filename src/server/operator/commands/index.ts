import type { Command } from '../command.ts';
import { blockMember, unblockMember } from './block-member.ts';
import { listMembers } from './list-members.ts';
import { setStatus } from './set-status.ts';

export const commands: readonly Command[] = [listMembers, setStatus, blockMember, unblockMember];
