import type { ReactNode } from 'react';
import type { SeatReason } from '#contracts/places.ts';
import { formatNumber } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Translate } from '#i18n/translator.ts';

type Props = { reason: SeatReason; timeZone: string; t: Translate };

export function SeatReasonCard({ reason, timeZone, t }: Props) {
  const { upline, passed_over, taken, candidates, above, seat, rule, seated_at } = reason;
  return (
    <section className="card stack" aria-label={t('places:why.title')}>
      <p>{t('places:how.seat')}</p>
      <dl className="facts">
        <Fact name={t('places:why.under')}>{describeUpline(reason, t)}</Fact>
        {passed_over > 0 && upline && <Fact name={t('places:why.passed_over')}>{formatNumber(passed_over)}</Fact>}
        {upline && <Fact name={t('places:why.taken')}>{formatNumber(taken)}</Fact>}
        {candidates.length > 0 && (
          <Fact name={t('places:why.last')}>
            <ol className="stack tight">
              {candidates.map((candidate) => (
                <li key={candidate.number}>{t('places:why.candidate', candidate)}</li>
              ))}
            </ol>
          </Fact>
        )}
        {above && <Fact name={t('places:why.first')}>{t('transactions:status.seat', { seat, above })}</Fact>}
        <Fact name={t('places:why.rule')}>{rule === null ? t('places:why.derived') : formatNumber(rule)}</Fact>
        <Fact name={t('places:why.time')}>
          <time dateTime={seated_at}>{whenOf(seated_at, { timeZone })}</time> ({timeZone})
        </Fact>
      </dl>
      <p className="hint">{t('places:how.by_itself')}</p>
    </section>
  );
}

function describeUpline({ upline }: SeatReason, t: Translate): string {
  if (!upline) return t('places:why.top');
  const { number, line, username } = upline;
  if (line > 1) return t('places:why.upline', { number, line: formatNumber(line) });
  return username ? t('places:why.inviter_named', { number, username }) : t('places:why.inviter', { number });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
