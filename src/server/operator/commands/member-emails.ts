import { asc, eq, sql } from 'drizzle-orm';
import { normaliseEmail } from '#domain/email.ts';
import { members } from '#server/db/schema/index.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { listOutcome, LONGEST_LIST } from '#server/operator/cli/list.ts';

/** The migration to ASCII domains left these, because another account has the ASCII form. */
export const listEmails: Command = {
  kind: 'reads',
  name: 'members emails',
  usage: 'members emails',
  about: 'Members whose email is not stored with the ASCII form of its domain, because another account has it',
  async run({ db }) {
    const memberRows = await db
      .select({ username: members.username, email: members.email })
      .from(members)
      .where(sql`split_part(${members.email}, '@', 2) ~ '[^\\u0001-\\u007F]'`)
      .orderBy(asc(members.username))
      .limit(LONGEST_LIST);
    const rows = await Promise.all(
      memberRows.map(async ({ username, email }) => {
        const [owner] = await db
          .select({ username: members.username })
          .from(members)
          .where(eq(members.email, normaliseEmail(email)));
        return { username, email, same_as: owner?.username ?? null };
      }),
    );
    return listOutcome(rows, {
      line: ({ username, email, same_as: owner }) =>
        [username.padEnd(32), email.padEnd(40), owner ?? ''].join(' ').trim(),
      none: 'All emails are stored in one form.',
    });
  },
};
