import type { Withdrawal } from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { formatDate, formatMoney, isoDay } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';

type Props = { payouts: readonly Withdrawal[]; day: string; language: Language; timeZone: string; t: Translate };

/** The member’s last payouts, in the public log up to the seal of `day`. */
export function PayoutProofs({ payouts, day, language, timeZone, t }: Props) {
  if (payouts.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="payouts">
      <h2 id="payouts">{t('seals:log.payouts')}</h2>
      <p>{t('seals:log.payouts_mean')}</p>
      <ul className="stack">
        {payouts.map(({ id, amount, requested_at, steps }) => {
          const completedAt = steps.find(({ state }) => state === 'completed')?.at ?? requested_at;
          const isSealed = isoDay(new Date(completedAt), timeZone) <= day;
          const date = formatDate(requested_at, timeZone);
          return (
            <li key={id} {...(isSealed && { 'data-payout': id, 'data-amount': amount })}>
              <b>
                {formatMoney(amount, language)}&nbsp;{CURRENCY}
              </b>{' '}
              {isSealed ? <Entry id={id} date={date} t={t} /> : t('seals:log.later')}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Entry({ id, date, t }: { id: string; date: string; t: Translate }) {
  return (
    <>
      <Results t={t} />
      <details className="needs-script" hidden>
        <summary>{t('seals:log.opening')}</summary>
        <code className="mono message" data-opening />
      </details>
      <p>
        <a className="link" href={`/api/seals/log/proofs/payout/${id}/`} download={`payout-${id}.json`}>
          {t('seals:log.file', { date })}
        </a>
      </p>
    </>
  );
}

/** proof-page.ts shows one of them. */
function Results({ t }: { t: Translate }) {
  const results = {
    checking: t('seals:proof.checking'),
    right: t('seals:log.right'),
    wrong: t('seals:log.wrong'),
    unanswered: t('seals:proof.unanswered'),
  };
  return (
    <span role="status" className="needs-script">
      {Object.entries(results).map(([result, text]) => (
        <span key={result} data-result={result} hidden={result !== 'checking'}>
          {text}
        </span>
      ))}
    </span>
  );
}
