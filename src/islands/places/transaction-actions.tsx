import { call } from '#client/call.ts';
import { announceChange } from '#client/own-changes.ts';
import { type Call, isUndecided } from '#contracts/call.ts';
import { cancelTransaction, recreateTransaction, type Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  transaction: Transaction;
  onActed: (act: Act, transaction: Transaction) => void;
};

export function ActButtons({ transaction, onActed }: Props) {
  return actsOn(transaction).map((act) => (
    <ActButton key={act} id={transaction.id} act={act} onActed={(next) => onActed(act, next)} />
  ));
}

type RareProps = Props & { isOpen: boolean };

/** Folded while the transaction can be paid, which is the usual way on. */
export function RareActs({ transaction, isOpen, onActed }: RareProps) {
  const { t } = useReader();
  const acts = actsOn(transaction);
  if (acts.length === 0) return null;
  return (
    <details className="fold" open={isOpen}>
      <summary>{t('transactions:more')}</summary>
      <ul className="stack">
        {acts.map((act) => (
          <li key={act} className="stack tight">
            <p className="hint">{t(`transactions:meaning.${act}`)}</p>
            <ActButton id={transaction.id} act={act} onActed={(next) => onActed(act, next)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

type OneProps = { id: string; act: Act; onActed: (transaction: Transaction) => void };

function ActButton({ id, act, onActed }: OneProps) {
  const { t, language } = useReader();
  return (
    <AskFirst
      contract={act === 'cancel' ? cancelTransaction : recreateTransaction}
      input={{ id }}
      call={callAndRefresh}
      page={path(language, 'transactionAct', { id, act: ACT_PAGES[act] })}
      label={t(`transactions:act.${act}`)}
      variant={act === 'cancel' ? 'bad' : undefined}
      question={t(`transactions:ask.${act}`)}
      text={t(`transactions:meaning.${act}`)}
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

const ACTS = ['recreate', 'cancel'] as const;
export type Act = (typeof ACTS)[number];

const ACT_PAGES = { recreate: 'recreation', cancel: 'cancellation' } as const satisfies Record<Act, string>;

export function actOfPage(segment: string | undefined): Act | undefined {
  return ACTS.find((act) => ACT_PAGES[act] === segment);
}

export function actsOn({ can_recreate, can_cancel }: Transaction): Act[] {
  return ACTS.filter((act) => ({ recreate: can_recreate, cancel: can_cancel })[act]);
}

export const DONE_TEXTS = {
  cancel: 'transactions:done.cancelled',
  recreate: 'transactions:done.recreated',
} as const satisfies Record<Act, string>;
