import { and, asc, eq, gt, ilike, or } from 'drizzle-orm';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { normaliseUsername } from '#domain/identity.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { askForRemoval, endAllSessions } from '#server/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { clearPin } from '#server/finance/index.ts';
import type { Command } from '../command.ts';
import { limitOf, listed } from '../list.ts';

export const listMembers: Command = {
  kind: 'reads',
  name: 'members list',
  usage: 'members list [--search TEXT] [--after USERNAME] [--limit 1–200]',
  about: 'Members by username, a page at a time',
  async run(services, { options }) {
    const limit = limitOf(options);
    const text = options['search']?.replaceAll(/[\\%_]/g, '\\$&');
    const found = await services.db
      .select()
      .from(members)
      .where(
        and(
          gt(members.username, options['after'] ?? ''),
          text
            ? or(
                ilike(members.username, `%${text}%`),
                ilike(members.email, `%${text}%`),
                ilike(members.name, `%${text}%`),
              )
            : undefined,
        ),
      )
      .orderBy(asc(members.username))
      .limit(limit + 1);
    const shown = found.slice(0, limit);
    return listed({
      rows: shown,
      line: (member) => line(member, services.config.timeZone),
      item: present,
      none: 'No such members.',
      next: (found.length > limit && shown.at(-1)?.username) || null,
    });
  },
};

function line(member: Member, timeZone: string): string {
  const { username, email, careerStatus, registeredAt } = member;
  return [
    username.padEnd(32),
    email.padEnd(40),
    stateOf(member).padEnd(8),
    careerStatus.padEnd(28),
    formatDate(registeredAt, timeZone),
  ].join(' ');
}

function present(member: Member) {
  return {
    username: member.username,
    email: member.email,
    state: stateOf(member),
    career_status: member.careerStatus,
    active: member.active,
    registered_at: member.registeredAt.toISOString(),
  };
}

function stateOf({ closedAt, blockedAt }: Member): 'closed' | 'blocked' | 'open' {
  if (closedAt) return 'closed';
  if (blockedAt) return 'blocked';
  return 'open';
}

export const setStatus: Command = {
  kind: 'changes',
  name: 'members status',
  usage: 'members status USERNAME STATUS --why TEXT',
  about: `Gives a career status: ${CAREER_STATUSES.join(', ')}`,
  async run(_services, { words: [username = '', wanted] }, tx) {
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

export const blockMember = switchTo({
  verb: 'block',
  blocked: true,
  about: 'Signs a member out everywhere and keeps them from signing in. Their invite link stops working',
  already: 'is already blocked',
  done: 'is blocked',
});

export const unblockMember = switchTo({
  verb: 'unblock',
  blocked: false,
  about: 'Lets a blocked member sign in again',
  already: 'is not blocked',
  done: 'can sign in again',
});

type Switch = { verb: string; blocked: boolean; about: string; already: string; done: string };

function switchTo({ verb, blocked, about, already, done }: Switch): Command {
  return {
    kind: 'changes',
    name: `members ${verb}`,
    usage: `members ${verb} USERNAME --why TEXT`,
    about,
    async run(services, { words: [username = ''] }, tx) {
      const member = await lockMember(tx, username);
      if (!member) return { refused: `There is no member “${username}”.` };
      if (Boolean(member.blockedAt) === blocked) return { refused: `${member.username} ${already}.` };
      const blockedAt = blocked ? services.clock.now() : null;
      await tx.update(members).set({ blockedAt }).where(eq(members.id, member.id));
      if (blocked) await endAllSessions(tx, services, member.id, 'blocked');
      return { words: `${member.username} ${done}.`, data: { username: member.username, blocked } };
    },
  };
}

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
    return { words, data: { username: member.username, pin_set: false } };
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
    const asked = await askForRemoval(tx, services, member);
    if (asked === 'not on') return { refused: `${member.username} has no second factor.` };
    if (asked === 'asked already')
      return { refused: `The second factor of ${member.username} is being removed already.` };
    const { timeZone } = services.config;
    const at = asked.toISOString();
    const words = `The second factor of ${member.username} will be removed on ${formatDate(at, timeZone)} at ${formatTime(at, timeZone)}, unless they stop it by the e-mail they were sent.`;
    return { words, data: { username: member.username, due_at: at } };
  },
};

/** The member a command is about, kept still until its transaction ends. */
export async function lockMember(tx: Db, username: string): Promise<Member | undefined> {
  const [member] = await tx
    .select()
    .from(members)
    .where(eq(members.username, normaliseUsername(username)))
    .for('update');
  return member;
}
