import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';
import { MAIL_TEXTS } from './mail-texts.ts';

export const MAILS_TEXTS = [
  ...SHARED_TEXTS,
  ...MAIL_TEXTS,
  'console_members:mails.title',
  'console_members:mails.state',
  'console_members:mails.states.waiting',
  'console_members:mails.states.failed',
  'console_members:mails.states.sent',
  'console_members:mails.to',
  'console_members:mails.kind',
  'console_members:mails.created',
  'console_members:mails.sent_at',
  'console_members:mails.attempts',
  'console_members:mails.next',
  'console_members:mails.never',
  'console_members:mails.error',
  'console_members:mails.send',
  'console_members:mails.send_again',
  'console_members:mails.send_text',
  'console_members:mails.send_again_text',
  'console_members:mails.queued',
] as const satisfies readonly TextKey[];

export type MailsText = (typeof MAILS_TEXTS)[number];
