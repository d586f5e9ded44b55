import type { OutputOf } from '#contracts/contract.ts';
import type { Reserve } from '#contracts/page-context.ts';
import type { listSeals } from '#contracts/seals.ts';
import { formatDay } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney, formatNumber } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { IconFile } from '#components/ui/icon.tsx';
import { Limits } from './limits.tsx';

type Props = {
  seals: OutputOf<typeof listSeals>;
  reserves: readonly Reserve[];
  language: Language;
  t: Translate;
};

export function SealsPage({ seals: { items, next }, reserves, language, t }: Props) {
  return (
    <IconFile value="">
      <div className="wrap">
        <h1>{t('seals:title')}</h1>
        <p className="intro">{t('seals:lede')}</p>
        {items.length === 0 ? <p>{t('seals:none')}</p> : <Table items={items} language={language} t={t} />}
        <p>
          <a className="link" href={path(language, 'sealFeed')}>
            {t('seals:feed')}
          </a>
        </p>
        {next && (
          <p>
            <a className="link" href={path(language, 'seals', { cursor: next })}>
              {t('seals:older')}
            </a>
          </p>
        )}
        <Limits reserves={reserves} t={t} />
      </div>
    </IconFile>
  );
}

type TableProps = { items: Props['seals']['items']; language: Language; t: Translate };

function Table({ items, language, t }: TableProps) {
  const columns = (['owed', 'members', 'root'] as const).map((name) => t(`seals:${name}`));
  return (
    <section className="card" aria-label={t('seals:title')}>
      <table className="months" aria-label={t('seals:title')}>
        <thead>
          <tr>
            <th scope="col">{t('seals:day')}</th>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ day, total, members, root, late }) => (
            <tr key={day}>
              <th scope="row">
                <a className="link" href={path(language, 'seal', { day })}>
                  {formatDay(day)}
                </a>
              </th>
              <td data-label={columns[0]}>
                {formatMoney(total, language)} {CURRENCY}
              </td>
              <td data-label={columns[1]}>{formatNumber(members)}</td>
              <td data-label={columns[2]}>
                <span>
                  <code className="mono">{root.slice(0, 12)}…</code> {late && <small>{t('seals:late')}</small>}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
