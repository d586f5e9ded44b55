import { call } from '#client/call.ts';
import { announceChange } from '#client/own-changes.ts';
import { type Call, isUndecided } from '#contracts/call.ts';
import { cancelTransaction, recreateTransaction, type Transaction, withdrawPurchase } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { formatDate, formatMoney } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';

type Props = {
  transaction: Transaction;
  onActed: (act: Act, transaction: Transaction) => void;
};

export function ActButtons({ transaction, onActed }: Props) {
  return actsOn(transaction).map((act) => (
    <ActButton key={act} transaction={transaction} act={act} onActed={(next) => onActed(act, next)} />
  ));
}

type RareProps = Props & { isOpen: boolean };

/** Folded while the transaction can be paid, which is the usual way on. */
export function RareActs({ transaction, isOpen, onActed }: RareProps) {
  const { t } = useReader();
  const acts = actsOn(transaction).filter((act) => act !== 'withdraw');
  if (acts.length === 0) return null;
  return (
    <details className="fold" open={isOpen}>
      <summary>{t('transactions:more')}</summary>
      <ul className="stack">
        {acts.map((act) => (
          <li key={act} className="stack tight">
            <p className="hint">{t(`transactions:meaning.${act}`)}</p>
            <ActButton transaction={transaction} act={act} onActed={(next) => onActed(act, next)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Open until its last day; the law wants it in sight. */
export function WithdrawalRight({ transaction, onActed }: Props) {
  const reader = useReader();
  const { withdrawal, can_withdraw: canWithdraw, zone } = transaction;
  if (!withdrawal || !canWithdraw) return null;
  return (
    <section className="stack tight">
      <p className="hint">
        {reader.t('transactions:withdraw.until', { time: whenOf(withdrawal.until, reader), zone })}
      </p>
      <div>
        <ActButton transaction={transaction} act="withdraw" onActed={(next) => onActed('withdraw', next)} />
      </div>
    </section>
  );
}

type OneProps = { transaction: Transaction; act: Act; onActed: (transaction: Transaction) => void };

function ActButton({ transaction, act, onActed }: OneProps) {
  const reader = useReader();
  const { t, language } = reader;
  const { id } = transaction;
  return (
    <AskFirst
      contract={CONTRACTS[act]}
      input={{ id }}
      call={callAndRefresh}
      page={path(language, 'transactionAct', { id, act: ACT_PAGES[act] })}
      label={t(`transactions:act.${act}`)}
      variant={VARIANTS[act]}
      question={t(`transactions:ask.${act}`)}
      text={meaningOf(act, transaction, reader)}
      confirm={t(`transactions:confirm.${act}`)}
      onDone={onActed}
    />
  );
}

/** After a refusal or a broken connection, refreshes the transaction behind the dialog. */
const callAndRefresh: Call = async (...args) => {
  const answer = await call(...args);
  if (!answer || (!answer.success && !isUndecided(answer.error))) announceChange('transactions');
  return answer;
};

const CONTRACTS = { recreate: recreateTransaction, cancel: cancelTransaction, withdraw: withdrawPurchase };
const VARIANTS = { recreate: undefined, cancel: 'bad', withdraw: undefined } as const;

type Words = Pick<Reader, 't' | 'language' | 'timeZone'>;

/** A withdrawal begins with the declaration that is stored and sent by e-mail. */
export function meaningOf(act: Act, transaction: Transaction, { t, language, timeZone }: Words): string {
  const meaning = t(`transactions:meaning.${act}`);
  if (act !== 'withdraw') return meaning;
  const { plan, place, price, currency, steps } = transaction;
  const bought = steps.find(({ state }) => state === 'active')?.at ?? '';
  const declared = t('transactions:withdraw.statement', {
    title: plan.title,
    number: place?.number ?? '',
    date: formatDate(bought, timeZone),
    amount: `${formatMoney(price, language)} ${currency}`,
  });
  return `${declared} ${meaning}`;
}

const ACTS = ['recreate', 'cancel', 'withdraw'] as const;
export type Act = (typeof ACTS)[number];

const ACT_PAGES = { recreate: 'recreation', cancel: 'cancellation', withdraw: 'withdrawal' } as const satisfies Record<
  Act,
  string
>;

export function actOfPage(segment: string | undefined): Act | undefined {
  return ACTS.find((act) => ACT_PAGES[act] === segment);
}

export function actsOn({ can_recreate, can_cancel, can_withdraw }: Transaction): Act[] {
  return ACTS.filter((act) => ({ recreate: can_recreate, cancel: can_cancel, withdraw: can_withdraw })[act]);
}

export const DONE_TEXTS = {
  cancel: 'transactions:done.cancelled',
  recreate: 'transactions:done.recreated',
  withdraw: 'transactions:done.withdrawn',
} as const satisfies Record<Act, string>;
