import type { OutputOf } from '#contracts/contract.ts';
import type { getEarnings } from '#contracts/earnings.ts';
import { EARNED_KINDS } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { formatMoney } from '#i18n/format.ts';
import { monthName } from '#i18n/month-name.ts';
import type { Translate } from '#i18n/translator.ts';
import { Money } from '#components/ui/money.tsx';
import { Plot } from '#components/ui/plot.tsx';

type Props = { t: Translate; language: Language; earnings: OutputOf<typeof getEarnings> };

/** Nothing for a member who earned nothing in these months. */
export function EarningsCard({ t, language, earnings: { items, earned } }: Props) {
  const kinds = EARNED_KINDS.filter((kind) => items.some((item) => Number(item[kind]) !== 0));
  if (kinds.length === 0) return null;
  const nameOf = (month: string, length: 'long' | 'short') =>
    `${monthName(month, language, length)} ${month.slice(0, 4)}`;
  const [first = '', last = ''] = [items.at(0)?.month, items.at(-1)?.month];
  const title = t('finance:earnings.title');
  const points = items.map((item) => ({
    key: item.month,
    values: kinds.map((kind) => Number(item[kind])),
    title: `${nameOf(item.month, 'long')}: ${formatMoney(item.earned, language)}`,
  }));
  return (
    <section id="earnings" className="card stack no-print" aria-labelledby="earnings-title">
      <h2 id="earnings-title">{title}</h2>
      {items.length > 1 && (
        <Plot name={title} points={points} ends={[nameOf(first, 'short'), nameOf(last, 'short')]}>
          <b>
            <Money amount={earned} language={language} currency={CURRENCY} />
          </b>
        </Plot>
      )}
      <table className={kinds.length > 1 ? 'plotted keyed' : 'plotted'} aria-labelledby="earnings-title">
        <thead>
          <tr>
            <th scope="col">{t('finance:earnings.month')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {t(`finance:kinds.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.toReversed().map((item) => (
            <tr key={item.month}>
              <th scope="row">{nameOf(item.month, 'long')}</th>
              {kinds.map((kind) => (
                <td key={kind}>{formatMoney(item[kind], language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
