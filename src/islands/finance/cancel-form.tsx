import { cancelWithdrawal, type Withdrawal } from '#contracts/finance.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { AskFirst } from '../ask-first.tsx';
import { useAct } from '../use-act.ts';
import type { OpenText } from './texts.ts';

type Props = { withdrawal: Withdrawal; reader: Reader<OpenText>; onCancelled: (withdrawal: Withdrawal) => void };

export function CancelForm({ withdrawal: { id, amount }, reader: { t, language }, onCancelled }: Props) {
  const { act } = useAct(cancelWithdrawal);
  return (
    <AskFirst
      page={path(language, 'withdrawalCancellation', { id })}
      label={t('finance:withdrawal.cancel')}
      variant="bad"
      question={t('finance:withdrawal.ask')}
      text={t('finance:withdrawal.ask_text', { amount: `${formatMoney(amount)} ${CURRENCY}` })}
      confirm={t('finance:withdrawal.cancel')}
      keep={t('common:keep')}
      broken={t('common:line_broken')}
      act={() => act({ id })}
      onDone={onCancelled}
    />
  );
}
