import { chooseEmails } from '#contracts/notices.ts';
import { WANTED_EMAILS, type NoticeKind } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const emailChoices = formAction({
  contract: chooseEmails,
  fields: WANTED_EMAILS,
  input: (form) => ({ unwanted: unwantedIn(form) }),
  done: ({ language }) => path(language, 'settingsNotices', { done: 'emails-saved' }),
  kept: 'settingsNotices',
});

/** A form is sent the boxes that are ticked. */
export function unwantedIn(form: Record<NoticeKind, string>): NoticeKind[] {
  return WANTED_EMAILS.filter((kind) => form[kind] === '');
}
