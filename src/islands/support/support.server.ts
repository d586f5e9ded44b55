import type { Refusal } from '#contracts/call.ts';
import { sendSupport } from '#contracts/support.ts';
import { path } from '#domain/paths.ts';
import { readSupportAbout, type SupportTopic } from '#domain/support.ts';
import type { Translate } from '#i18n/translator.ts';
import { formAction, type PostedOf } from '#islands/shared/form-action.server.ts';
import { isKept } from '#islands/shared/read-form.server.ts';
import type { FormStart } from './form-values.ts';

/** A browser counts the end of a line as one sign and sends two. */
export const message = formAction({
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

export function formStart({ form, refusal, rendered, uid }: PostedMessage, url: URL, t: Translate): FormStart {
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

/** What was typed, for the form of an error page. The uid stays: the message may have come. */
export function typedIn({ form }: PostedMessage): Record<string, string> | undefined {
  if (!form) return undefined;
  const { uid, topic, message: typed, send_email, about, owner } = form;
  return { uid, topic, message: typed, send_email, about, owner };
}
