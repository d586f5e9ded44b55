import { and, asc, gt, ilike, or } from 'drizzle-orm';
import { formatDate } from '#i18n/format.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import type { Command } from '../command.ts';
import { limitOf } from '../limit-of.ts';

export const listMembers: Command = {
  kind: 'looks',
  name: 'members list',
  usage: 'members list [--search TEXT] [--after USERNAME] [--limit 1–200]',
  about: 'Members by username, a page at a time',
  async run(house, { options }) {
    const limit = limitOf(options);
    const text = options['search']?.replaceAll(/[\\%_]/g, '\\$&');
    const found = await house.db
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
    const next = found.length > limit ? shown.at(-1)?.username : undefined;
    const lines = shown.map((member) => line(member, house.config.timeZone));
    const more = next ? [`More: --after ${next}`] : [];
    return {
      words: [...(lines.length > 0 ? lines : ['No such members.']), ...more].join('\n'),
      data: { items: shown.map(present), next: next ?? null },
    };
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
