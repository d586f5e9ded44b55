import type { AstroGlobal } from 'astro';
import type { Refusal } from '#contracts/call.ts';
import { listSupport, readSupport, sendSupport } from '#contracts/support.ts';
import { path } from '#domain/paths.ts';
import { readSupportAbout, type SupportTopic } from '#domain/support.ts';
import type { Translate } from '#i18n/translator.ts';
import { formAction, type PostedOf } from '#islands/shared/form-action.server.ts';
import { doneIn } from '#islands/shared/done.server.ts';
import { isOpened } from '#islands/shared/is-opened.server.ts';
import { loadWithForm } from '#islands/shared/load.server.ts';
import { isKept } from '#islands/shared/read-form.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { loadPages } from '#islands/shared/use-rows.ts';
import type { FormStart } from './form-values.ts';
import { unreadOf } from './use-requests.ts';

/** Browsers count a line break as one character and send two (CRLF). */
const message = formAction({
  contract: sendSupport,
  fields: ['uid', 'topic', 'message', 'send_email', 'about'],
  input: ({ topic, message: typed, send_email: copy, about }) => ({
    topic: topic as SupportTopic,
    message: typed.replaceAll('\r\n', '\n'),
    send_email: copy !== '',
    about,
  }),
  done: ({ data, language }) => path(language, 'support', { done: data.number }),
  kept: 'support',
});

type PostedMessage = PostedOf<typeof message>;

export async function loadSupport(page: AstroGlobal) {
  const { call, site, t } = page.locals;
  const posted = await message(page);
  if (posted instanceof Response) return posted;
  const { form } = posted;
  const search = loadPages((query) => call(listSupport, query), page.url);
  const rows = search.then(({ answer }) => answer);
  const loaded = await loadWithForm(page, form, { me: readProfile(page), requests: rows });
  if (loaded instanceof Response) return loaded;
  if (loaded.broken) return { broken: loaded.broken, typed: typedIn(posted) };
  const me = loaded.me.data;
  const requests = loaded.requests.data;
  const unread = unreadOf(requests.items);
  if (unread && isOpened(page)) await call(readSupport, { ...unread, ids: unread.ids.slice(0, 50) });
  const sentRequest = requests.items.find(({ number }) => number === doneIn(page.url));
  const screen = {
    form: formStart(posted, page.url, t),
    keptAs: `support:${me.username}`,
    sentNumber: form ? undefined : sentRequest?.number,
    requests,
    cursor: (await search).cursor,
    ways: site.support,
  };
  return { me, screen, isSent: sentRequest !== undefined };
}

function formStart({ form, refusal, rendered, uid }: PostedMessage, url: URL, t: Translate): FormStart {
  return {
    typed: form ? { topic: form.topic, message: form.message, send_email: form.send_email } : {},
    uid,
    about: readSupportAbout(form?.about ?? url.searchParams.get('about') ?? ''),
    errors: rendered.errors,
    notice: noticeOf(refusal, rendered.notice, t),
    isKept: form !== undefined && isKept(form),
  };
}

function noticeOf(refusal: Refusal | undefined, notice: string | undefined, t: Translate): string | undefined {
  return notice && refusal?.code === 'uid_reused' ? t('support:form.reused') : notice;
}

/** The uid stays, because the message may have been received. */
function typedIn({ form }: PostedMessage): Record<string, string> | undefined {
  if (!form) return undefined;
  const { uid, topic, message: typed, send_email, about, owner } = form;
  return { uid, topic, message: typed, send_email, about, owner };
}
