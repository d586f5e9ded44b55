import { getBotCheck } from '#contracts/auth.ts';
import type { PageCall } from '#contracts/call.ts';
import type { Translate } from '#i18n/translator.ts';
import type { Form } from './read-form.server.ts';

/** Form fields: the solved proof, or the question's token and its answer. */
export const BOT_CHECK = ['bot_check', 'bot_token', 'bot_answer'] as const;

export function readBotCheck(form: Form<(typeof BOT_CHECK)[number]>): string {
  if (form.bot_check) return form.bot_check;
  return form.bot_answer && `${form.bot_token}.${form.bot_answer.trim()}`;
}

export async function loadBotQuestion({ call, t }: { call: PageCall; t: Translate }) {
  const answer = await call(getBotCheck, { only: 'question' });
  return answer.success ? answer.data.question : { token: '', words: t('refusals:unavailable') };
}
