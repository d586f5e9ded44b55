import type { Transaction } from '#contracts/transactions.ts';
import type { Reader } from '#i18n/reader.ts';
import type { StateText } from './texts.ts';

/** What has become of a transaction, in a sentence for who hears the page. */
export function newsOf({ plan, state, place }: Transaction, { t }: Reader<StateText>): string {
  const { number, title } = plan;
  const said = `${t('places:plan_titled', { number, title })}: ${t(`transactions:state.${state}`)}`;
  return state === 'active' && place ? `${said}, ${place.number}` : said;
}
