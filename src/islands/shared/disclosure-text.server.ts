import { getDisclosureFacts } from '#contracts/disclosure.ts';
import { resultSentence } from '#i18n/result-sentence.ts';
import { formatNumber } from '#i18n/format.ts';

/** Null before the first transfer, and when the call fails, because the page is about something else. */
export async function readDisclosureText({ call, language, t }: App.Locals): Promise<string | null> {
  const answer = await call(getDisclosureFacts);
  if (!answer.success || !answer.data.facts) return null;
  const { members, earned_nothing: count, median } = answer.data.facts;
  if (members === 1) return resultSentence('only', median, { t, language });
  const numbers = { count, part: formatNumber(count), all: formatNumber(members) };
  return [t('partner:disclosure.earned_nothing', numbers), resultSentence('median', median, { t, language })].join(' ');
}
