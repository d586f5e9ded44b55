import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure } from '#contracts/disclosure.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { formatDate, formatMoney, formatNumber, formatTime } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Disclosure = OutputOf<typeof getDisclosure>;
type Props = { disclosure: Disclosure; language: Language; timeZone: string; t: Translate };

/** What membership has brought its members, for everybody to read. */
export function DisclosurePage({ disclosure, language, timeZone, t }: Props) {
  const { computed_at: at, members, money } = disclosure;
  const dated = { date: formatDate(at, timeZone), time: formatTime(at, timeZone), zone: timeZone };
  return (
    <IconFile value="">
      <div className="wrap">
        <h1>{t('partner:disclosure.title')}</h1>
        <p className="lede">{t('partner:disclosure.lede')}</p>
        <p className="hint">
          <time dateTime={at}>{t('partner:disclosure.dated', dated)}</time>
        </p>
        <section className="card stack">
          <h2>{t('partner:disclosure.members.title')}</h2>
          <Figures
            figures={[
              { label: t('partner:disclosure.members.all'), value: formatNumber(members.all) },
              { label: t('partner:disclosure.members.active'), value: formatNumber(members.active) },
            ]}
          />
          <p className="hint">{t('partner:disclosure.members.active_means')}</p>
        </section>
        <section className="card stack">
          <h2>{t('partner:disclosure.money.title')}</h2>
          {money ? <Money money={money} language={language} t={t} /> : <p>{t('partner:disclosure.money.none')}</p>}
          <p className="hint">{t(money ? 'partner:disclosure.money.means' : 'partner:disclosure.money.later')}</p>
        </section>
        <Notice>
          <b>{t('partner:risk.title')}</b> {t('partner:risk.text')}
        </Notice>
      </div>
    </IconFile>
  );
}

type MoneyProps = { money: NonNullable<Disclosure['money']>; language: Language; t: Translate };

function Money({ money, language, t }: MoneyProps) {
  const { received_nothing, ever_withdrew, quartiles } = money;
  return (
    <>
      <Figures
        figures={[
          { label: t('partner:disclosure.money.received_nothing'), value: formatNumber(received_nothing) },
          { label: t('partner:disclosure.money.ever_withdrew'), value: formatNumber(ever_withdrew) },
        ]}
      />
      <Figures
        figures={[
          {
            label: t('partner:disclosure.money.lower'),
            value: `${formatMoney(quartiles.lower, language)} ${CURRENCY}`,
          },
          {
            label: t('partner:disclosure.money.median'),
            value: `${formatMoney(quartiles.median, language)} ${CURRENCY}`,
          },
          {
            label: t('partner:disclosure.money.upper'),
            value: `${formatMoney(quartiles.upper, language)} ${CURRENCY}`,
          },
        ]}
      />
    </>
  );
}

type Figure = { label: string; value: string };

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
