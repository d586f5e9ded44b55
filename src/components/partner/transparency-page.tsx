import type { ReactNode } from 'react';
import { getTransparencyFile, type Transparency } from '#contracts/transparency.ts';
import { formatDay } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { FEW_MEMBERS } from '#domain/transparency.ts';
import { formatMoney, formatNumber, formatShare } from '#i18n/format.ts';
import { monthName } from '#i18n/month-name.ts';
import type { Translate } from '#i18n/translator.ts';
import { IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = { transparency: Transparency; language: Language; timeZone: string; t: Translate };
type Month = Transparency['items'][number];
type Column = { label: string; cell: (month: Month) => ReactNode };

export function TransparencyPage({ transparency: { counted_to: to, items }, language, timeZone, t }: Props) {
  return (
    <IconFile value="">
      <div className="wrap">
        <h1>{t('partner:transparency.title')}</h1>
        <p className="intro">{t('partner:transparency.lede')}</p>
        {to ? (
          <p className="row">
            <time className="hint" dateTime={to}>
              {t('partner:transparency.dated', { date: formatDay(to), zone: timeZone })}
            </time>
            <a className="link" href={getTransparencyFile.path} download>
              {t('partner:transparency.file')}
            </a>
          </p>
        ) : (
          <p>{t('partner:transparency.none')}</p>
        )}
        <p>
          <a className="link" href={path(language, 'seals')}>
            {t('seals:all')}
          </a>
        </p>
        {to && <Tables items={items} language={language} t={t} />}
        <Notice>
          <b>{t('partner:risk.title')}</b> {t('partner:risk.text')}
        </Notice>
      </div>
    </IconFile>
  );
}

type TablesProps = { items: readonly Month[]; language: Language; t: Translate };

function Tables({ items, language, t }: TablesProps) {
  const few = t('partner:transparency.few', { few: FEW_MEMBERS });
  const hidden = <small className="muted">{few}</small>;
  const money = (amount: string | null) => (amount === null ? hidden : formatMoney(amount, language));
  const column = (name: ColumnName, cell: Column['cell']): Column => ({
    label: t(`partner:transparency.${name}`),
    cell,
  });
  const hasRefunds = items.some(({ refunded }) => Number(refunded ?? 1) !== 0);
  const joined = column('joined', (month) => formatNumber(month.joined));
  const byMonth = [
    column('paid', ({ paid }) => money(paid)),
    ...(hasRefunds ? [column('refunded', ({ refunded }) => money(refunded))] : []),
    column('credited', ({ credited, reasons }) => (
      <>
        {money(credited)} <Reasons reasons={reasons} language={language} />
      </>
    )),
    column('top', ({ top_share: share, credited }) => {
      if (share !== null) return formatShare(share * 10, 1000, language);
      return Number(credited ?? 1) === 0 ? '–' : hidden;
    }),
    column('paid_out', ({ paid_out }) => money(paid_out)),
    column('owed', ({ owed }) => money(owed)),
    joined,
    column('left', (month) => formatNumber(month.left)),
  ];
  const byJoining = [
    joined,
    column('after_90', ({ joiners: { active_after_90_days: active } }) =>
      active === null ? <small className="muted">{t('partner:transparency.later')}</small> : formatNumber(active),
    ),
    column('active', ({ joiners }) => formatNumber(joiners.active)),
    column('joiners_paid', ({ joiners }) => money(joiners.paid)),
    column('joiners_credited', ({ joiners }) => money(joiners.credited)),
  ];
  return (
    <>
      <MonthTable name="months" columns={byMonth} items={items} language={language} t={t}>
        <p>{t('partner:transparency.months_means')}</p>
        <p>{t('partner:transparency.top_means')}</p>
        <p>{t('partner:transparency.few_means', { few: FEW_MEMBERS })}</p>
      </MonthTable>
      <MonthTable name="joiners" columns={byJoining} items={items} language={language} t={t}>
        <p>{t('partner:transparency.joiners_means')}</p>
      </MonthTable>
    </>
  );
}

type ColumnName =
  | ('paid' | 'refunded' | 'credited' | 'top' | 'paid_out' | 'owed' | 'joined' | 'left')
  | ('after_90' | 'active' | 'joiners_paid' | 'joiners_credited');

function Reasons({ reasons, language }: { reasons: Month['reasons']; language: Language }) {
  if (reasons.length === 0) return null;
  return (
    <ul className="muted">
      {reasons.map(({ reason, label, amount }) => (
        <li key={reason}>
          {label} {formatMoney(amount, language)}
        </li>
      ))}
    </ul>
  );
}

type MonthTableProps = TablesProps & { name: 'months' | 'joiners'; columns: readonly Column[]; children: ReactNode };

function MonthTable({ name, columns, items, language, t, children }: MonthTableProps) {
  return (
    <section className="card stack" aria-labelledby={name}>
      <h2 id={name}>{t(`partner:transparency.${name}`)}</h2>
      <div className="hint stack tight">{children}</div>
      <table className="months" aria-labelledby={name}>
        <thead>
          <tr>
            <th scope="col">{t('partner:transparency.month')}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.month}>
              <th scope="row">
                {monthName(item.month, language, 'long')} {item.month.slice(0, 4)}
              </th>
              {columns.map(({ label, cell }) => (
                <td key={label} data-label={label}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
