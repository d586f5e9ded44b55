import { calledAddress, money, wholeNumber } from './config-parsers.ts';
import { optional, setting } from './config-setting.ts';
import { webhookSecrets } from './secret-settings.ts';

export const announcements = {
  approvalFrom: setting(
    'ANNOUNCEMENT_APPROVAL_FROM',
    '100',
    wholeNumber(1_000_000_000, 1),
    'From this number of recipients on, a second person has to approve an announcement.',
  ),
  emailsPerMinute: setting(
    'ANNOUNCEMENT_EMAILS_PER_MINUTE',
    '100',
    wholeNumber(10_000, 1),
    'E-mails of announcements in a minute, after all other e-mails; the mail server must be able to send more.',
  ),
};

export const alerts = {
  withdrawalMicros: setting(
    'STAFF_ALERT_WITHDRAWAL_FROM',
    '0',
    money,
    'Smallest withdrawal, in USDT, that waits for approval with an alert for staff; with 0 each has one.',
  ),
  backupHours: setting(
    'STAFF_ALERT_BACKUP_HOURS',
    '26',
    wholeNumber(8760),
    'Age of the latest backup after which staff get an alert, once a day; with 0 never. Outside of production only after a first backup.',
  ),
  webhookUrl: optional('STAFF_WEBHOOK_URL', calledAddress, 'Gets signed webhooks for staff; if empty, none are sent.'),
  webhookSecrets: optional(
    'STAFF_WEBHOOK_SECRET',
    webhookSecrets,
    'whsec_ and base64 of 24 or more random bytes, which sign webhooks; several by commas: each signs.',
    { required: 'with STAFF_WEBHOOK_URL', secret: true },
  ),
};
