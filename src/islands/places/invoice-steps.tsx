import type { Transaction } from '#contracts/transactions.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Timeline } from '#components/ui/timeline.tsx';
import { stepsOf } from './steps.ts';
import type { InvoiceText } from './texts.ts';

type Props = { transaction: Transaction; reader: Reader<InvoiceText> };

/** What a transaction has come through, and what is still to come. */
export function InvoiceSteps({ transaction, reader }: Props) {
  const { t } = reader;
  const steps = stepsOf(transaction).map(({ title, at, isCurrent }) => ({
    title: t(title),
    at: at ? { iso: at, shown: whenOf(at, reader) } : undefined,
    isCurrent,
    ...(at ? {} : { note: t('finance:withdrawal.to_come') }),
  }));
  return (
    <>
      <h2>{t('finance:withdrawal.steps')}</h2>
      <Timeline label={t('finance:withdrawal.steps')} steps={steps} />
    </>
  );
}
