import { eq, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listMemberMails } from '#contracts/console/member-lists.ts';
import type { ConsoleMail, listMails, sendMailAgain } from '#contracts/console/mails.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { MailKind } from '#domain/mails.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { sendAgain } from '#server/mail/index.ts';
import { audited } from '#server/operator/staff/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { findMember } from './find-member.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { totalOf } from './total.ts';

const ERROR_SHOWN = 300;

const QUEUED = { at: { column: sql`job.id`, type: 'bigint' } } as const;
const SENT = { at: { column: sql`mail.sent_at`, type: 'timestamptz' } } as const;
const MAIL_ID = { column: sql`mail.id`, type: 'uuid' } as const;

export async function list(
  { db }: Services,
  { state = 'waiting', sort: requestedSort, cursor, limit = PAGE }: z.output<typeof listMails.input>,
): Promise<OutputOf<typeof listMails> | Refused> {
  const isSent = state === 'sent';
  const sort = requestedSort ?? (isSent ? '-at' : 'at');
  const keyset = isSent ? keysetOf(SENT, sort, MAIL_ID, cursor) : keysetOf(QUEUED, sort, QUEUED.at, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const filter = isSent ? sql`mail.sent_at is not null` : inQueue(state === 'failed');
  const [fetchedRows, total] = await Promise.all([
    select(db, {
      from: isSent ? SENT_FIRST : QUEUE_FIRST,
      clauses: sql`where ${filter} and ${keyset.behind ?? sql`true`}
        order by ${sql.join(keyset.order, sql`, `)} limit ${limit + 1}`,
    }),
    totalOf(db, isSent ? sql`mails mail` : QUEUE_FIRST, filter),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ id, sent_at: sentAt, job }) => {
    return isSent ? [sentAt!, id] : [job!, job!];
  });
  return { items: rows.map((row) => present(row)), next, total };
}

const CREATED = { at: { column: sql`mail.created_at`, type: 'timestamptz' } } as const;

export async function listOfMember(
  { db }: Pick<Services, 'db'>,
  { username, cursor, limit = PAGE }: z.output<typeof listMemberMails.input>,
): Promise<OutputOf<typeof listMemberMails> | Refused> {
  const keyset = keysetOf(CREATED, '-at', MAIL_ID, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const owner = await ownerOf(db, username);
  if (!owner) return refuse('not_found');
  const behind = keyset.behind ?? sql`true`;
  const fetchedRows = await select(db, {
    from: SENT_FIRST,
    clauses: sql`where ${owner} and ${behind} order by ${sql.join(keyset.order, sql`, `)} limit ${limit + 1}`,
  });
  const { rows, next } = keyset.page(fetchedRows, limit, ({ id, created_at: at }) => [at, id]);
  return { items: rows.map((row) => present(row)), next };
}

async function ownerOf(db: Db, username: string): Promise<SQL | undefined> {
  const member = await findMember(db, username);
  if (member) return sql`mail.member_id = ${member.id}`;
  const [signUp] = await db
    .select({ id: signUps.id })
    .from(signUps)
    .where(eq(signUps.username, normaliseUsername(username)));
  return signUp && sql`mail.sign_up_id = ${signUp.id}`;
}

const JOB_KEY = sql`job.key = 'mail:' || mail.id`;
const SENT_FIRST = sql`mails mail left join graphile_worker.jobs job on ${JOB_KEY}`;
const QUEUE_FIRST = sql`graphile_worker.jobs job
  join mails mail on mail.id = case when job.key like 'mail:%' then substr(job.key, 6)::uuid end`;

function inQueue(isFailed: boolean): SQL {
  // Filters by key: PostgreSQL has statistics for it. For the task name it estimates few rows and reads them all.
  const isQueued = sql`job.key like 'mail:%' and mail.sent_at is null`;
  return isFailed ? sql`${isQueued} and ${HAS_FAILED}` : isQueued;
}

const HAS_FAILED = sql`job.attempts > 0 and job.last_error is not null`;

type Row = {
  id: string;
  kind: MailKind;
  username: string;
  email: string;
  created_at: string;
  sent_at: string | null;
  job: string | null;
  attempts: number | null;
  next_at: string | null;
  error: string | null;
};

async function select(db: Db, { from, clauses }: { from: SQL; clauses: SQL }): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select mail.id, mail.kind, coalesce(m.username, s.username) as username, coalesce(m.email, s.email) as email,
      ${isoOf('mail.created_at')} as created_at, ${isoOf('mail.sent_at')} as sent_at, job.id as job, job.attempts,
      case when job.attempts < job.max_attempts then ${isoOf('job.run_at')} end as next_at,
      case when ${HAS_FAILED} then left(job.last_error, ${ERROR_SHOWN}) end as error
    from ${from}
      left join members m on m.id = mail.member_id
      left join sign_ups s on s.id = mail.sign_up_id
    ${clauses}`);
  return rows;
}

function isoOf(column: string): SQL {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

function present({ id, kind, username, email, ...row }: Row): ConsoleMail {
  const isWaiting = row.sent_at === null;
  return {
    ...{ id, kind, username, email: shownEmail(email) },
    state: isWaiting ? (row.error === null ? 'waiting' : 'failed') : 'sent',
    created_at: row.created_at,
    sent_at: row.sent_at,
    attempts: row.attempts ?? 0,
    next_at: isWaiting ? row.next_at : null,
    error: isWaiting ? row.error : null,
  };
}

export async function send(
  services: Services,
  { id, even_if_sent: evenIfSent = false, reason }: z.output<typeof sendMailAgain.input>,
  caller: StaffCaller,
): Promise<ConsoleMail | Refused> {
  return audited<ConsoleMail>(services, caller, reason, async (tx) => {
    if (!isUuid(id)) return refuse('not_found');
    const result = await sendAgain(tx, services, id, { evenIfSent });
    if (isRefused(result)) return result;
    const { mail, wasSent } = result;
    const [row] = await select(tx, { from: SENT_FIRST, clauses: sql`where mail.id = ${mail.id}` });
    if (!row) return refuse('not_found');
    return {
      answer: present(row),
      change: {
        action: 'mails send-again',
        subject: `member:${row.username}`,
        after: { kind: mail.kind, mail: mail.id, was_sent: wasSent },
      },
    };
  });
}
