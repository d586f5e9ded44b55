import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { consolePath } from '#domain/console-paths.ts';
import type { StaffRole } from '#domain/staff.ts';
import { type AboutApprover, STAFF_MAILS, type StaffMail, type StaffMailOrder } from '#domain/staff-mails.ts';
import { translator } from '#i18n/translator.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff } from '#server/db/schema/index.ts';
import { addJobs, type JobPayloads } from '#server/jobs/add-job.ts';
import { emailPage, type Mailer } from '#server/mail/index.ts';
import type { Services } from '#server/api/services.ts';

export async function mailOwners(tx: Db, mail: StaffMail, about: AboutApprover): Promise<void> {
  const owners = await tx.select({ staffId: staff.id }).from(staff).where(isActiveOwner());
  await addJobs(
    tx,
    'mail-staff',
    owners.map(({ staffId }): JobPayloads['mail-staff'] => ({ staffId, mail, about })),
  );
}

export function isActiveOwner() {
  return and(eq(staff.role, 'owner' satisfies StaffRole), isNull(staff.disabledAt), isNotNull(staff.activatedAt));
}

export async function sendStaffMail(
  services: Services,
  mailer: Mailer,
  { staffId, mail, about }: StaffMailOrder,
): Promise<void> {
  const [person] = await services.db.select().from(staff).where(eq(staff.id, staffId));
  if (!person || person.disabledAt) return;
  const link = `${services.config.consoleOrigin}${consolePath(STAFF_MAILS[mail])}`;
  const quote = about ? await aboutText(services.db, person, about) : '';
  await deliverToStaff(services, mailer, person, mail, { link, quote });
}

async function aboutText(db: Db, reader: Staff, { email, role, by }: AboutApprover): Promise<string> {
  const t = translator(reader.language);
  const [giver] = by === null ? [] : await db.select().from(staff).where(eq(staff.id, by));
  const name = giver ? `${giver.name} (${giver.email})` : t('console:approvals.command');
  return `${email}: ${t(`console:roles.${role}`)}\n${t('console:staff_email.by', { name })}`;
}

export async function deliverToStaff(
  services: Pick<Services, 'config'>,
  mailer: Mailer,
  person: Staff,
  mail: StaffMail | 'invitation',
  { link, quote = '' }: { link: string; quote?: string },
): Promise<void> {
  const t = translator(person.language);
  const product = services.config.productName;
  const words = {
    subject: t(`console:staff_email.${mail}.subject`, { product }),
    body: t(`console:staff_email.${mail}.body`, { product }),
    button: t(`console:staff_email.${mail}.button`),
    note: t(`console:staff_email.${mail}.note`),
    quote,
  };
  await sendToStaff(services, mailer, person, words, { id: randomUUID(), link });
}

type Words = Record<'subject' | 'body' | 'button' | 'note', string> & { quote?: string };

/** `id` is the Message-ID: an e-mail sent again keeps it. */
export async function sendToStaff(
  { config: { productName, brand } }: Pick<Services, 'config'>,
  mailer: Mailer,
  { email, name, language }: Staff,
  { quote = '', ...own }: Words,
  { id, link }: { id: string; link: string },
): Promise<void> {
  const t = translator(language);
  const footer = t('mail:footer_no_account', { product: productName });
  const words = { ...own, quote, greeting: t('mail:greeting', { name }), footer };
  const { subject, greeting, body, button, note } = words;
  const parts = [greeting, body, ...(quote ? [quote] : []), `${button}\n${link}`, note, `--\n${footer}`];
  const html = emailPage(words, { language, link, productName, palettes: brand?.palettes });
  await mailer.deliver({ id, to: email, subject, text: parts.join('\n\n'), html });
}
