import { asc, eq, sql } from 'drizzle-orm';
import { mailbox } from '#server/db/schema/index.ts';
import type { TestServices } from '../app/services.ts';

export type MailboxEmail = typeof mailbox.$inferSelect;

/** All e-mails to an address so far, oldest first. */
export async function emailsTo({ services, runJobs }: TestServices, email: string): Promise<MailboxEmail[]> {
  // A job may add another one.
  await runJobs();
  await runJobs();
  // The test clock may not advance, so e-mails with the same time are sorted by transaction id.
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

/** The token in the link of an e-mail. */
export function tokenIn(mail: { text: string } | undefined): string {
  const token = linkIn(mail?.text ?? '').searchParams.get('token');
  if (!token) throw new Error(`No token in: ${mail?.text}`);
  return token;
}
