import type { TextKey } from '#i18n/text-keys.ts';
import type { Translate } from '#i18n/translator.ts';
import { doneIn } from '#components/form/done-in.ts';

const DONE: Record<string, TextKey> = {
  registered: 'auth:done.registered',
  activated: 'auth:done.activated',
  'activation-sent': 'auth:done.activation_sent',
  'reset-sent': 'auth:done.reset_sent',
  'password-saved': 'auth:done.password_saved',
  'account-closed': 'auth:done.account_closed',
};

/** What has just been done, by the word in the address; any other word says nothing. */
export function doneText(url: URL, t: Translate): string | undefined {
  const [, key] = Object.entries(DONE).find(([word]) => word === doneIn(url)) ?? [];
  return key && t(key);
}
