import type { AstroGlobal } from 'astro';
import { chooseEmails, getEmailChoices } from '#contracts/notices.ts';
import { type NoticeKind, SENT_ALWAYS, WANTED_EMAILS } from '#domain/notices.ts';
import { path } from '#domain/paths.ts';
import { textName } from '#domain/text-name.ts';
import { doneText, SETTINGS_DONE } from '#islands/shared/done.server.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { isKept } from '#islands/shared/read-form.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

const emailChoices = formAction({
  contract: chooseEmails,
  fields: WANTED_EMAILS,
  input: (form) => ({ unwanted: unwantedIn(form) }),
  done: ({ language }) => path(language, 'settingsNotices', { done: 'emails-saved' }),
  kept: 'settingsNotices',
});

/** Browsers send only ticked boxes. */
function unwantedIn(form: Record<NoticeKind, string>): NoticeKind[] {
  return WANTED_EMAILS.filter((kind) => form[kind] === '');
}

export async function loadEmailChoices(page: AstroGlobal) {
  const { call, t } = page.locals;
  const posted = await emailChoices(page);
  if (posted instanceof Response) return posted;
  const loaded = await load(page, { me: readProfile(page), choices: call(getEmailChoices) });
  if (loaded instanceof Response) return loaded;
  const { form, refusal } = posted;
  const me = loaded.me.data;
  const unwanted = form ? unwantedIn(form) : loaded.choices.data.unwanted;
  const screen = {
    emails: WANTED_EMAILS.map((kind) => ({
      kind,
      name: t(`notices:names.${textName(kind)}`),
      isWanted: !unwanted.includes(kind),
    })),
    email: me.email,
    result: form
      ? { restored: isKept(form) ? t('common:kept') : undefined }
      : { done: doneText(SETTINGS_DONE, page.url, t) },
    notice: refusal?.detail,
    always: SENT_ALWAYS.map((kind) => t(`notices:names.${textName(kind)}`)),
  };
  return { me, screen };
}
