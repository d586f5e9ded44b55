import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ConsoleMember } from '#contracts/console/members.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { isRefused } from '#domain/refusals.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { exportMember } from '#server/members/data/index.ts';
import { requestFactorRemoval } from '#server/members/auth/index.ts';
import { clearPin, resume } from '#server/members/finance/index.ts';
import {
  blockMember,
  endSessions,
  lockMember,
  sendLink,
  setCareerStatus,
  unblockMember,
} from '#server/operator/members/index.ts';
import { type Command, countOf } from '#server/operator/cli/command.ts';
import { readPage, pageOutcome } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listMembers: Command = {
  kind: 'reads',
  name: 'members list',
  usage: 'members list [--search TEXT] [--after CURSOR] [--limit 1–200]',
  about: 'Members by username, a page at a time',
  async run(services, { options }) {
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listMembers(services, { search: options['search'], ...place });
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'No such members.',
    });
  },
};

function line(row: ConsoleMember, timeZone: string): string {
  const { username, email, state, career_status: status, registered_at: at } = row;
  return [
    username.padEnd(32),
    email.padEnd(40),
    state.padEnd(8),
    (status ?? '').padEnd(28),
    formatDate(new Date(at), timeZone),
  ].join(' ');
}

export const setStatus: Command = {
  kind: 'changes',
  name: 'members status',
  usage: 'members status USERNAME STATUS --why TEXT',
  about: `Gives a career status: ${CAREER_STATUSES.join(', ')}`,
  async run(_services, { words: [username = '', statusName] }, tx) {
    const careerStatus = CAREER_STATUSES.find((status) => status === statusName);
    if (!careerStatus)
      return {
        refused: `There is no career status “${statusName ?? ''}”. Choose one of: ${CAREER_STATUSES.join(', ')}.`,
      };
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    await setCareerStatus(tx, member, careerStatus);
    return {
      words: `${member.username} was ${member.careerStatus} and is now ${careerStatus}.`,
      data: { username: member.username, before: member.careerStatus, career_status: careerStatus },
      subject: `member:${member.username}`,
      before: { career_status: member.careerStatus },
      after: { career_status: careerStatus },
    };
  },
};

export const blockMemberCommand = switchCommand({
  verb: 'block',
  about:
    'Signs a member out everywhere and keeps them from signing in. Their invite link stops working, and approved withdrawals wait',
  switchMember: blockMember,
  already: 'is already blocked',
  done: 'is blocked',
});

export const unblockMemberCommand = switchCommand({
  verb: 'unblock',
  about: 'Lets a blocked member sign in again, and sends approved withdrawals within minutes',
  switchMember: (tx, _services, member) => unblockMember(tx, member),
  already: 'is not blocked',
  done: 'can sign in again',
});

type Switch = {
  verb: 'block' | 'unblock';
  about: string;
  switchMember: typeof blockMember;
  already: string;
  done: string;
};

function switchCommand({ verb, about, switchMember, already, done }: Switch): Command {
  return {
    kind: 'changes',
    name: `members ${verb}`,
    usage: `members ${verb} USERNAME --why TEXT`,
    about,
    async run(services, { words: [username = ''] }, tx) {
      const member = await lockMember(tx, username);
      if (!member) return { refused: `There is no member “${username}”.` };
      if (!(await switchMember(tx, services, member))) return { refused: `${member.username} ${already}.` };
      return {
        words: `${member.username} ${done}.`,
        data: { username: member.username, blocked: verb === 'block' },
        subject: `member:${member.username}`,
        before: { blocked: verb !== 'block' },
        after: { blocked: verb === 'block' },
      };
    },
  };
}

export const endMemberSessions: Command = {
  kind: 'changes',
  name: 'members end-sessions',
  usage: 'members end-sessions USERNAME --why TEXT',
  about: 'Signs a member out everywhere. They can sign in again',
  async run(services, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    const ended = await endSessions(tx, services, member);
    const words = `${countOf(ended, 'session')} of ${member.username} ended.`;
    return {
      ...{ words, data: { username: member.username, ended } },
      ...{ subject: `member:${member.username}`, after: { ended } },
      ...(ended === 0 && { unchanged: true as const }),
    };
  },
};

export const clearMemberPin: Command = {
  kind: 'changes',
  name: 'members clear-pin',
  usage: 'members clear-pin USERNAME --why TEXT',
  about:
    'Resets a forgotten or locked withdrawal PIN, so that the member can create a new one. Withdrawals are paused for 72 hours',
  async run(services, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    if (!(await clearPin(tx, services, member))) return { refused: `${member.username} has no PIN.` };
    const words = `${member.username} can create a new withdrawal PIN. Withdrawals are paused for 72 hours.`;
    return {
      words,
      data: { username: member.username, pin_set: false },
      ...{ subject: `member:${member.username}`, before: { pin: true }, after: { pin: false } },
    };
  },
};

export const resumeWithdrawals: Command = {
  kind: 'changes',
  name: 'members resume-withdrawals',
  usage: 'members resume-withdrawals USERNAME --why TEXT',
  about:
    'Lifts a pause of withdrawals that a member set by the link “This wasn’t me”. Approved withdrawals are then sent, and the member is told',
  async run(services, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    if (!(await resume(tx, services, member, undefined)))
      return { refused: `${member.username} has not paused withdrawals.` };
    return {
      words: `${member.username} can withdraw again.`,
      data: { username: member.username },
      ...{ subject: `member:${member.username}`, before: { withdrawals: 'paused' }, after: { withdrawals: 'open' } },
    };
  },
};

export const sendMemberLink: Command = {
  kind: 'changes',
  name: 'members send-link',
  usage: 'members send-link USERNAME --why TEXT',
  about: 'Sends the link that somebody waits for again: of their sign-up, or to a new email address',
  async run(services, { words: [username = ''] }, tx) {
    const result = await sendLink(tx, services, username);
    if (!isRefused(result)) {
      const { kind, to } = result;
      return {
        ...{ words: `The link goes to ${to}.`, data: result },
        ...{ subject: `member:${result.username}`, after: { kind, to } },
      };
    }
    return {
      refused: result.refused === 'not_found' ? `There is no member “${username}”.` : `${username} waits for no link.`,
    };
  },
};

export const exportMemberData: Command = {
  kind: 'changes',
  name: 'members export',
  usage: 'members export USERNAME FILE --why TEXT',
  about: 'Writes everything that is kept of a member into a zip file, as they get it themselves',
  async run(services, { words: [username = '', file = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    if (file === '') return { refused: 'Name the file to write.' };
    try {
      // `wx` refuses an existing file; 0o600 keeps other users out.
      await pipeline(exportMember(services, member).pieces, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (!syscall) throw error;
      return { refused: `The file “${file}” can’t be written (${code ?? 'EIO'}).` };
    }
    return {
      ...{ words: `The data of ${member.username} is in ${file}.`, data: { username: member.username, file } },
      subject: `member:${member.username}`,
    };
  },
};

export const removeSecondFactor: Command = {
  kind: 'changes',
  name: 'members remove-second-factor',
  usage: 'members remove-second-factor USERNAME --why TEXT',
  about:
    'Takes away a second factor that its owner has lost, after a waiting time in which the owner is told and can stop it',
  async run(services, { words: [username = ''] }, tx) {
    const member = await lockMember(tx, username);
    if (!member) return { refused: `There is no member “${username}”.` };
    const removal = await requestFactorRemoval(tx, services, member);
    if (removal === 'not on') return { refused: `${member.username} has no second factor.` };
    if (removal === 'asked already')
      return { refused: `The second factor of ${member.username} is being removed already.` };
    const { timeZone } = services.config;
    const at = removal.toISOString();
    const words = `The second factor of ${member.username} will be removed on ${formatDate(at, timeZone)} at ${formatTime(at, timeZone)}, unless they stop it by the e-mail they were sent.`;
    return {
      words,
      data: { username: member.username, due_at: at },
      subject: `member:${member.username}`,
      after: { due_at: at },
    };
  },
};
