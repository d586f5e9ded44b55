import type { ReactNode } from 'react';
import type { Reserve } from '#contracts/page-context.ts';
import type { Seal } from '#contracts/seals.ts';
import { addDays, formatDay } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { CHECK_SCRIPT } from '#domain/seal/note.ts';
import { formatDate, formatMoney, formatNumber, formatTime } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { IconFile } from '#components/ui/icon.tsx';
import { Limits } from './limits.tsx';
import { LogCard } from './log-card.tsx';

type Props = {
  seal: Seal;
  reserves: readonly Reserve[];
  language: Language;
  timeZone: string;
  t: Translate;
};

export function SealPage({ seal, reserves, language, timeZone, t }: Props) {
  const { day, total, members, leaves, root, previous, made_at, late } = seal;
  const made = { date: formatDate(made_at, timeZone), time: formatTime(made_at, timeZone), zone: timeZone };
  const before = addDays(day, -1);
  return (
    <IconFile value="">
      <div className="wrap">
        <h1>{t('seals:one', { date: formatDay(day) })}</h1>
        <p className="intro">{t('seals:lede')}</p>
        <p className="hint">
          <time dateTime={made_at}>{t('seals:made', made)}</time> {late && t('seals:late_means')}
        </p>
        <section className="card stack" aria-label={t('seals:one', { date: formatDay(day) })}>
          <dl className="facts">
            <Fact name={t('seals:owed')}>
              <b>
                {formatMoney(total, language)} {CURRENCY}
              </b>
            </Fact>
            <Fact name={t('seals:members')}>{formatNumber(members)}</Fact>
            <Fact name={t('seals:leaves')}>{formatNumber(leaves)}</Fact>
          </dl>
          <p className="hint">{t('seals:means')}</p>
          <Hash name={t('seals:root')} value={root} />
          {previous && (
            <>
              <Hash name={t('seals:previous')} value={previous} />
              <p>
                <a className="link" href={path(language, 'seal', { day: before })}>
                  {t('seals:before', { date: formatDay(before) })}
                </a>
              </p>
            </>
          )}
        </section>
        <section className="card stack" aria-labelledby="signed">
          <h2 id="signed">{t('seals:signed')}</h2>
          <pre className="mono message">
            {seal.note}
            {'\n'}
            {seal.signature}
          </pre>
          <Hash name={t('seals:key')} value={seal.key} />
          <p className="row">
            <a className="link" href={`/api/seals/${day}/`} download={`seal-${day}.json`}>
              {t('seals:json')}
            </a>
            <a className="link" href={CHECK_SCRIPT} download>
              {t('seals:script')}
            </a>
            <a className="link" href={path(language, 'seals')}>
              {t('seals:all')}
            </a>
          </p>
        </section>
        {seal.log && <LogCard log={seal.log} t={t} />}
        <Limits reserves={reserves} t={t} />
      </div>
    </IconFile>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <p>
      {name}
      <br />
      <code className="mono">{value}</code>
    </p>
  );
}
