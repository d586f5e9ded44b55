import { createTransport } from 'nodemailer';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import { mailbox } from '#server/db/schema/index.ts';
import { QuotingError } from '#server/base/log.ts';
import { isInOwnNetwork } from '#server/base/net/own-network.ts';
import type { Email } from './render-email.ts';

/** `oneClickOff`: a POST there turns off e-mails of this kind (RFC 8058). */
type Addressed = Email & { id: string; to: string; oneClickOff?: string | undefined };

export type Mailer = { deliver(mail: Addressed): Promise<void> };

type Limits = Record<'connectionTimeout' | 'greetingTimeout' | 'socketTimeout', number>;
const LIMITS_MS: Limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Repeated e-mails keep their Message-ID, so mailboxes can detect duplicates. */
export function smtpMailer(smtpUrl: string, { mailFrom, publicOrigin, support }: Config, limitsMs = LIMITS_MS): Mailer {
  const transport = openTransport(smtpUrl, limitsMs, mailFrom);
  const { hostname } = new URL(publicOrigin);
  return {
    async deliver({ id, oneClickOff, ...mail }) {
      const message = {
        ...mail,
        replyTo: support.email,
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(oneClickOff && listHeaders(oneClickOff)) },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      await transport.sendMail(message).catch((error: SmtpError) => Promise.reject(unquoted(error)));
    },
  };
}

function listHeaders(oneClickOff: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${oneClickOff}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

type SmtpError = Error & { code?: string; responseCode?: number };

/** Mail servers quote the recipient. The log gets a neutral text; staff see the quoted one. */
function unquoted({ message, code, responseCode }: SmtpError): QuotingError {
  return new QuotingError(message, { error: 'The e-mail was not taken.', code, status: responseCode });
}

/** Requires TLS outside our own network: an attacker could remove STARTTLS and read links and the password. */
function openTransport(smtpUrl: string, limitsMs: Limits, from?: string) {
  const requireTLS = !isInOwnNetwork(new URL(smtpUrl).hostname);
  return createTransport({ url: smtpUrl, ...limitsMs, requireTLS }, { from });
}

export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = openTransport(smtpUrl, LIMITS_MS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export function mailboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async deliver({ id, to, subject, text, html }) {
      const mail = { to, subject, text, html };
      await db
        .insert(mailbox)
        .values({ mailId: id, ...mail, receivedAt: clock.now() })
        .onConflictDoUpdate({ target: mailbox.mailId, set: { ...mail, receivedAt: clock.now() } });
    },
  };
}
