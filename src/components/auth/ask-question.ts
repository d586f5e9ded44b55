import { getBotCheck } from '#contracts/auth.ts';
import type { PageCall } from '#contracts/call.ts';
import type { Translate } from '#i18n/translator.ts';

/** The question in words that a form is drawn with. */
export async function askQuestion({ call, t }: { call: PageCall; t: Translate }) {
  const answer = await call(getBotCheck, { only: 'question' });
  return answer.success ? answer.data.question : { token: '', words: t('refusals:unavailable') };
}
