import { getStatementNote, type Statement } from '#contracts/statements.ts';
import { addDays, addMonths, formatDays } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { STATEMENT_LINES } from '#domain/statement.ts';
import { formatMoney } from '#i18n/format.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Translate } from '#i18n/translator.ts';
import { Notice } from '#components/ui/notice.tsx';
import { qrCode } from '#components/ui/qr-code.ts';
import { Fact } from './fact.tsx';
import { monthTitle } from './month-title.ts';

type Props = { statement: Statement; member: string; origin: string; language: Language; t: Translate };

export function StatementCard({ statement, member, origin, language, t }: Props) {
  const { number, month, issuer, time_zone: timeZone, issued_at: issuedAt, state } = statement;
  const first = `${month}-01`;
  return (
    <section className="card stack" aria-label={t('statements:one', { month: monthTitle(month, language) })}>
      {state === 'differs' && <Notice kind="bad">{t('statements:differs')}</Notice>}
      {state === 'invalid' && <Notice kind="bad">{t('statements:wrong')}</Notice>}
      <dl className="facts">
        <Fact name={t('statements:number')}>
          <code className="mono">{number}</code>
        </Fact>
        <Fact name={t('statements:issuer')}>{issuer}</Fact>
        <Fact name={t('statements:member')}>{member}</Fact>
        <Fact name={t('statements:period')}>
          {formatDays([first, addDays(addMonths(first, 1), -1)])} ({timeZone})
        </Fact>
        <Fact name={t('statements:issued')}>
          <time dateTime={issuedAt}>{whenOf(issuedAt, { timeZone })}</time>
        </Fact>
      </dl>
      <h2 id="sums">{t('statements:sums')}</h2>
      <Sums statement={statement} language={language} t={t} />
      <p className="hint">{t('statements:means')}</p>
      <Check number={number} origin={origin} language={language} t={t} />
    </section>
  );
}

type SumsProps = Pick<Props, 'statement' | 'language' | 't'>;

function Sums({ statement, language, t }: SumsProps) {
  const money = (amount: string) => formatMoney(amount, language);
  return (
    <table className="plotted" aria-labelledby="sums">
      <tbody>
        <tr>
          <th scope="row">{t('statements:opening')}</th>
          <td>
            <b>{money(statement.opening)}</b>
          </td>
        </tr>
        {STATEMENT_LINES.map((line) => (
          <tr key={line}>
            <td>{t(`statements:${line}`)}</td>
            <td>{money(statement[line])}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('statements:closing')}</th>
          <td>
            <b>{money(statement.closing)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

type CheckProps = { number: string } & Pick<Props, 'origin' | 'language' | 't'>;

function Check({ number, origin, language, t }: CheckProps) {
  const address = `${origin}${path(language, 'verifyNumber', { number })}`;
  return (
    <>
      <h2>{t('statements:check')}</h2>
      <p>
        {t('statements:scan')}
        <br />
        <b>{`${origin}${path(language, 'verify')}`}</b>
      </p>
      <p>
        <img
          className="qr"
          src={`data:image/svg+xml,${encodeURIComponent(qrCode(address))}`}
          alt={t('statements:code')}
          width="160"
          height="160"
        />
      </p>
      <p className="row no-print">
        <a className="link" href={path(language, 'verifyNumber', { number })}>
          {t('statements:verify.title')}
        </a>
        <a className="link" href={getStatementNote.path.replace('{number}', number)} download>
          {t('statements:file')}
        </a>
      </p>
    </>
  );
}
