import type { PageCall, Refusal } from '#contracts/call.ts';
import { sendSupport } from '#contracts/support.ts';
import type { SupportAbout, SupportTopic } from '#domain/support.ts';
import type { Translate } from '#i18n/translator.ts';
import type { FieldErrors } from '../use-call-form.ts';

export const SUPPORT_FIELDS = ['uid', 'topic', 'message', 'send_email', 'about'] as const;

/** What was typed into the form, as it was. */
type Typed = Record<(typeof SUPPORT_FIELDS)[number], string>;

/** Sends what was typed. A browser counts the end of a line as one sign and sends two. */
export function sendTyped(call: PageCall, { uid, topic, message, send_email: copy, about }: Typed) {
  const input = {
    topic: topic as SupportTopic,
    message: message.replaceAll('\r\n', '\n'),
    send_email: copy !== '',
    about,
  };
  return call(sendSupport, input, { uid });
}

/** What is wrong with the form as a whole. */
export function noticeOf(refusal: Refusal | undefined, t: Translate): string | undefined {
  if (!refusal || Object.values(refusal.fields ?? {}).some((errors) => errors.length > 0)) return undefined;
  return refusal.code === 'uid_reused' ? t('support:form.reused') : refusal.detail;
}

/** The form as the page renders it. */
export type FormStart = {
  typed: Partial<Omit<Typed, 'uid' | 'about'>>;
  /** What makes one request of a form that is sent twice. */
  uid: string;
  about: SupportAbout | undefined;
  errors: FieldErrors;
  /** What is wrong with it as a whole. */
  notice: string | undefined;
  /** Filled with what was typed before a session ended. */
  isKept: boolean;
};
