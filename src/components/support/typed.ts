import type { PageCall } from '#contracts/call.ts';
import { sendSupport } from '#contracts/support.ts';
import { SUPPORT_ABOUT_PATTERN, type SupportTopic } from '#domain/support.ts';

export const SUPPORT_FIELDS = ['uid', 'topic', 'message', 'send_email', 'about'] as const;

/** What was typed into the form, as it was. */
export type Typed = Record<(typeof SUPPORT_FIELDS)[number], string>;

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

export type About = { kind: 'transaction' | 'withdrawal'; id: string };

/** What an address or a form says that a request is about; anything else is about nothing. */
export function readAbout(word: string | null | undefined): About | undefined {
  const [kind, id = ''] = SUPPORT_ABOUT_PATTERN.test(word ?? '') ? (word ?? '').split(':') : [];
  return kind === 'transaction' || kind === 'withdrawal' ? { kind, id } : undefined;
}
