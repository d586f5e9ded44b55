import { createTransport } from 'nodemailer';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { mailbox } from '#server/db/schema/index.ts';
import type { Email } from './render-email.ts';

type Addressed = Email & { id: string; to: string };

/** Whoever carries e-mails out of Atrium. */
export type Mailer = { deliver(mail: Addressed): Promise<void> };

const LIMITS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** By SMTP. An e-mail sent twice carries the same Message-ID, so a mailbox can tell. */
export function smtpMailer(smtpUrl: string, { mailFrom, publicOrigin }: Config): Mailer {
  const transport = createTransport(smtpUrl, { from: mailFrom });
  Object.assign(transport.options, LIMITS_MS);
  const { hostname } = new URL(publicOrigin);
  return {
    async deliver({ id, ...mail }) {
      await transport.sendMail({
        ...mail,
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

/** Greets a mail server and signs in where its address has a password; throws what it says. Nothing is sent. */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(smtpUrl);
  Object.assign(transport.options, LIMITS_MS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Into a table that the demo shows at /dev/mail. */
export function mailboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async deliver({ id, ...mail }) {
      await db
        .insert(mailbox)
        .values({ mailId: id, ...mail, receivedAt: clock.now() })
        .onConflictDoUpdate({ target: mailbox.mailId, set: { ...mail, receivedAt: clock.now() } });
    },
  };
}
