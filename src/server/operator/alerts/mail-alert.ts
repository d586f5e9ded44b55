import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { moneyText } from '#domain/money.ts';
import { type AlertKind, alertPath, alertsFor } from '#domain/staff-alerts.ts';
import { formatMoney } from '#i18n/format.ts';
import { translator, type Translate } from '#i18n/translator.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Services } from '#server/api/services.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffAlertMails } from '#server/db/schema/index.ts';
import { addJobs, type JobPayloads } from '#server/jobs/add-job.ts';
import type { Mailer } from '#server/mail/index.ts';
import { hasAccess, sendToStaff } from '#server/operator/staff/index.ts';

/** At most one e-mail per person and kind within this time. */
const DIGEST_SECONDS = 15 * 60;

/** One e-mail per person and kind with something new that they can act on and want to hear of. */
export async function queueAlertMails(tx: Db, { clock }: Services): Promise<void> {
  const now = clock.now();
  const [people, sent, newest] = await Promise.all([
    tx
      .select()
      .from(staff)
      .where(and(isNull(staff.disabledAt), isNotNull(staff.activatedAt))),
    tx.select().from(staffAlertMails),
    readNewest(tx),
  ]);
  const due = people.flatMap((person) =>
    wantedBy(person).flatMap((kind) => {
      const throughId = Math.max(0, ...newest.filter(isFor(person, kind)).map(({ id }) => id));
      const last = sent.find((mail) => mail.staffId === person.id && mail.kind === kind);
      const isDue = !last || (last.throughId < throughId && addSeconds(last.queuedAt, DIGEST_SECONDS) <= now);
      return throughId > 0 && isDue ? [{ staffId: person.id, kind, throughId, queuedAt: now }] : [];
    }),
  );
  if (due.length === 0) return;
  await tx
    .insert(staffAlertMails)
    .values(due)
    .onConflictDoUpdate({
      target: [staffAlertMails.staffId, staffAlertMails.kind],
      set: { throughId: sql`excluded.through_id`, queuedAt: now },
    });
  const payloads = due.map(({ staffId, kind }) => ({ mailId: randomUUID(), staffId, kind }));
  await addJobs(tx, 'mail-alert', payloads);
}

type Newest = { kind: AlertKind; caused_by: number | null; id: number };

async function readNewest(tx: Db): Promise<Newest[]> {
  const { rows } = await tx.execute<Newest>(sql`
    select kind, caused_by, max(id) as id from staff_alerts where ended_at is null group by kind, caused_by`);
  return rows;
}

function isFor({ id }: Staff, kind: AlertKind) {
  return (row: Newest) => row.kind === kind && row.caused_by !== id;
}

function wantedBy({ role, mutedAlerts }: Staff): AlertKind[] {
  return alertsFor(role).filter((kind) => !mutedAlerts.includes(kind));
}

/** Counts what waits now. None is sent if it is done, or the reader's access has changed. */
export async function sendAlertMail(
  services: Services,
  mailer: Mailer,
  { mailId, staffId, kind }: JobPayloads['mail-alert'],
): Promise<void> {
  const [person] = await services.db.select().from(staff).where(eq(staff.id, staffId));
  if (!person || !hasAccess(person) || !wantedBy(person).includes(kind)) return;
  const { rows } = await services.db.execute<{ count: string; sum: string }>(sql`
    select count(*) as count, coalesce(sum(amount), 0) as sum from staff_alerts
    where kind = ${kind} and ended_at is null and caused_by is distinct from ${staffId}`);
  const count = Number(rows[0]?.count);
  if (count === 0) return;
  const { language } = person;
  const t = translator(language);
  const amount = formatMoney(moneyText(BigInt(rows[0]?.sum ?? 0)), language);
  const { config } = services;
  const line = lineOf(t, kind, { count, amount });
  const words = {
    subject: line,
    body: t('console:alerts.email.body', { line, product: config.productName }),
    button: t('console:alerts.email.button'),
    note: t('console:alerts.email.note'),
  };
  await sendToStaff(services, mailer, person, words, { id: mailId, link: config.consoleOrigin + alertPath(kind) });
}

function lineOf(t: Translate, kind: AlertKind, values: { count: number; amount: string }): string {
  return kind === 'backup' ? t('console:alerts.lines.backup') : t(`console:alerts.lines.${kind}`, values);
}
