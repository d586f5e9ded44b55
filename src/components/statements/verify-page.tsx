import { getStatementNote, listSigningKeys, type PublicStatement } from '#contracts/statements.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Translate } from '#i18n/translator.ts';
import { Button } from '#components/ui/button.tsx';
import { IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Fact } from './fact.tsx';
import { monthTitle } from './month-title.ts';

type Props = {
  /** Undefined: nothing was asked for. */
  typed: string | undefined;
  statement: PublicStatement | undefined;
  language: Language;
  t: Translate;
};

export function VerifyPage({ typed, statement, language, t }: Props) {
  return (
    <IconFile value="">
      <div className="wrap">
        <h1>{t('statements:verify.title')}</h1>
        {statement && <Valid statement={statement} language={language} t={t} />}
        {typed !== undefined && !statement && (
          <Notice kind="bad" icon="info">
            {t('statements:verify.invalid')}
          </Notice>
        )}
        <form className="card stack" method="get" action={path(language, 'verify')}>
          <p>{t('statements:verify.lede')}</p>
          <TextField
            name="number"
            label={t('statements:verify.number')}
            defaultValue={statement ? '' : typed?.slice(0, 64)}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <p className="row">
            <Button variant="primary">{t('statements:verify.submit')}</Button>
          </p>
        </form>
      </div>
    </IconFile>
  );
}

type ValidProps = { statement: PublicStatement } & Pick<Props, 'language' | 't'>;

function Valid({ statement, language, t }: ValidProps) {
  const { number, month, issuer, closing, time_zone: timeZone, issued_at: issuedAt, note, signature, key } = statement;
  return (
    <>
      <Notice kind="ok" icon="info">
        {t('statements:verify.valid', { issuer })}
      </Notice>
      <section className="card stack" aria-labelledby="statement">
        <h2 id="statement">{t('statements:one', { month: monthTitle(month, language) })}</h2>
        <dl className="facts">
          <Fact name={t('statements:number')}>
            <code className="mono">{number}</code>
          </Fact>
          <Fact name={t('statements:closing')}>{`${formatMoney(closing, language)}\u00A0${CURRENCY}`}</Fact>
          <Fact name={t('statements:issuer')}>{issuer}</Fact>
          <Fact name={t('statements:issued')}>
            <time dateTime={issuedAt}>{`${whenOf(issuedAt, { timeZone })} (${timeZone})`}</time>
          </Fact>
        </dl>
        <p className="hint">{t('statements:verify.whose')}</p>
        <details className="details">
          <summary>{t('seals:signed')}</summary>
          <pre className="mono message">{`${note}\n${signature}`}</pre>
          <p>
            {t('seals:key')}
            <br />
            <code className="mono">{key}</code>
          </p>
        </details>
        <p className="row">
          <a className="link" href={getStatementNote.path.replace('{number}', number)} download>
            {t('statements:file')}
          </a>
          <a className="link" href={listSigningKeys.path}>
            {t('statements:verify.keys')}
          </a>
        </p>
      </section>
    </>
  );
}
