import { asc, eq, sql } from 'drizzle-orm';
import { mailbox } from '#server/db/schema/index.ts';
import type { TestServices } from '../app/services.ts';

export type MailboxEmail = typeof mailbox.$inferSelect;

/** Everything a person has been written so far, in order. */
export async function emailsTo({ services, runJobs }: TestServices, email: string): Promise<MailboxEmail[]> {
  // One job may add the next.
  await runJobs();
  await runJobs();
  // The clock of a test may stand: of two at one time the first is the one that was written first.
  return services.db
    .select()
    .from(mailbox)
    .where(eq(mailbox.to, email))
    .orderBy(asc(mailbox.receivedAt), sql`xmin::text::bigint`);
}

export function linkIn(text: string): URL {
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? [];
  return new URL(link);
}

/** The token of an e-mail's link. */
export function tokenIn(mail: { text: string } | undefined): string {
  const token = linkIn(mail?.text ?? '').searchParams.get('token');
  if (!token) throw new Error(`No token in: ${mail?.text}`);
  return token;
}
