import type { Withdrawal } from '#contracts/finance.ts';
import type { Reserve } from '#contracts/page-context.ts';
import type { Seal } from '#contracts/seals.ts';
import { formatDay } from '#domain/days.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { CHECK_SCRIPT } from '#domain/seal/note.ts';
import { formatMoney, formatNumber } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { Limits } from './limits.tsx';
import { PayoutProofs } from './payout-proofs.tsx';

type Props = {
  seal: Seal;
  amount: string;
  username: string;
  reserves: readonly Reserve[];
  payouts: readonly Withdrawal[];
  language: Language;
  timeZone: string;
  t: Translate;
};

export function ProofCards({ seal, amount, username, payouts, reserves, language, timeZone, t }: Props) {
  const money = (sum: string) => `${formatMoney(sum, language)}\u00A0${CURRENCY}`;
  const members = { count: seal.members, members: formatNumber(seal.members) };
  const sums = { amount: money(amount), total: money(seal.total), date: formatDay(seal.day) };
  return (
    <>
      <section className="card stack" aria-labelledby="sentence">
        <h2 id="sentence">{t('seals:proof.sentence', { ...sums, ...members })}</h2>
        <p>{t('seals:proof.means', { zone: timeZone })}</p>
        <Results t={t} />
      </section>
      <Steps day={seal.day} username={username} root={seal.root} t={t} />
      <Files day={seal.day} language={language} t={t} />
      <PayoutProofs payouts={payouts} day={seal.day} language={language} timeZone={timeZone} t={t} />
      <Limits reserves={reserves} t={t} />
    </>
  );
}

/** proof-page.ts shows one of them. */
function Results({ t }: { t: Translate }) {
  return (
    <div id="balance" role="status" className="needs-script">
      <p className="hint" data-result="checking">
        {t('seals:proof.checking')}
      </p>
      <p className="notice ok" data-result="right" hidden>
        {t('seals:proof.right')}
      </p>
      <p className="notice bad" data-result="wrong" hidden>
        {t('seals:proof.wrong')}
      </p>
      <p className="notice warn" data-result="unanswered" hidden>
        {t('seals:proof.unanswered')}
      </p>
    </div>
  );
}

type StepsProps = { day: string; username: string; root: string; t: Translate };

function Steps({ day, username, root, t }: StepsProps) {
  return (
    <section
      id="proof"
      className="card stack needs-script"
      aria-labelledby="steps"
      data-day={day}
      data-username={username}
    >
      <h2 id="steps">{t('seals:proof.steps')}</h2>
      <ol className="stack">
        {(['leaves', 'path'] as const).map((step) => (
          <li key={step}>
            {t(`seals:proof.${step}`)}
            <br />
            <code className="mono message" data-step={step} />
          </li>
        ))}
        <li>
          {t('seals:proof.root')}
          <br />
          <code className="mono">{root}</code>
        </li>
      </ol>
    </section>
  );
}

function Files({ day, language, t }: { day: string; language: Language; t: Translate }) {
  return (
    <section className="card stack" aria-labelledby="yourself">
      <h2 id="yourself">{t('seals:proof.yourself')}</h2>
      <p>{t('seals:proof.command')}</p>
      <code className="mono">
        node check-proof.mjs proof-{day}.json seal-{day}.json
      </code>
      <p className="row">
        <a className="link" href={`/api/seals/${day}/proof/`} download={`proof-${day}.json`}>
          {t('seals:proof.file')}
        </a>
        <a className="link" href={`/api/seals/${day}/`} download={`seal-${day}.json`}>
          {t('seals:proof.seal')}
        </a>
        <a className="link" href={CHECK_SCRIPT} download>
          {t('seals:script')}
        </a>
        <a className="link" href={path(language, 'seal', { day })}>
          {t('seals:one', { date: formatDay(day) })}
        </a>
      </p>
      <p className="hint">{t('seals:proof.secret')}</p>
    </section>
  );
}
