import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure } from '#contracts/disclosure.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatNumber, formatShare, formatTime } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { resultSentence } from '#i18n/result-sentence.ts';

type Disclosure = OutputOf<typeof getDisclosure>;
type Props = { disclosure: Disclosure; language: Language; timeZone: string; t: Translate };

export function DisclosurePage({ disclosure, language, timeZone, t }: Props) {
  const { computed_at: at, members, money } = disclosure;
  const share = (part: number) => shareText(part, members.all, language, t);
  const dated = { date: formatDate(at, timeZone), time: formatTime(at, timeZone), zone: timeZone };
  return (
    <IconFile value="">
      <div className="wrap">
        <h1>{t('partner:disclosure.title')}</h1>
        <p className="intro">{t('partner:disclosure.lede')}</p>
        <p className="hint">
          <time dateTime={at}>{t('partner:disclosure.dated', dated)}</time>
        </p>
        <section className="card stack">
          <h2>{t('partner:disclosure.members.title')}</h2>
          <Figures
            figures={[
              { label: t('partner:disclosure.members.all'), value: formatNumber(members.all) },
              { label: t('partner:disclosure.members.active'), value: share(members.active) },
            ]}
          />
          <p className="hint">{t('partner:disclosure.members.active_means')}</p>
        </section>
        <section className="card stack">
          <h2>{t('partner:disclosure.money.title')}</h2>
          {money ? (
            <Money money={money} all={members.all} language={language} t={t} />
          ) : (
            <p>{t('partner:disclosure.money.none')}</p>
          )}
          <p className="hint">{t(money ? 'partner:disclosure.money.means' : 'partner:disclosure.money.later')}</p>
        </section>
        <p>
          <a className="link" href={path(language, 'transparency')}>
            {t('partner:transparency.link')}
          </a>
        </p>
        <Notice>
          <b>{t('partner:risk.title')}</b> {t('partner:risk.text')}
        </Notice>
      </div>
    </IconFile>
  );
}

function shareText(part: number, all: number, language: Language, t: Translate): string {
  if (all === 0) return formatNumber(part);
  const [total, percent] = [formatNumber(all), formatShare(part, all, language)];
  return t('partner:disclosure.share', { part: formatNumber(part), all: total, percent });
}

type MoneyProps = { money: NonNullable<Disclosure['money']>; all: number; language: Language; t: Translate };

function Money({ money, all, language, t }: MoneyProps) {
  const { earned_nothing, ever_withdrew, quartiles } = money;
  const share = (part: number) => shareText(part, all, language, t);
  return (
    <>
      <Figures
        figures={[
          { label: t('partner:disclosure.money.earned_nothing'), value: share(earned_nothing) },
          { label: t('partner:disclosure.money.ever_withdrew'), value: share(ever_withdrew) },
        ]}
      />
      <ul className="bullets">
        {resultSentences(quartiles, all, language, t).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

const QUARTILES = ['lower', 'median', 'upper'] as const;

/** A single member has no quartiles. */
function resultSentences(
  quartiles: MoneyProps['money']['quartiles'],
  all: number,
  language: Language,
  t: Translate,
): string[] {
  if (all === 1) return [resultSentence('only', quartiles.median, { t, language })];
  return QUARTILES.map((name) => resultSentence(name, quartiles[name], { t, language }));
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
