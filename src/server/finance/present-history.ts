import type { HistoryRow } from '#contracts/finance.ts';
import { shortDestination } from '#domain/destination.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import type { HistoryEntry } from './history-entries.ts';

/** An entry as its owner reads it, in their language. */
export function presentEntry(entry: HistoryEntry, language: Language): HistoryRow {
  const t = translator(language);
  const { id, at, kind, amountMicros, balanceMicros, details, source, withdrawal, transaction } = entry;
  return {
    id,
    at: at.toISOString(),
    kind,
    title: titleOf(t, entry),
    details: detailsOf(t, entry, language),
    amount: moneyText(amountMicros),
    balance_after: moneyText(balanceMicros),
    origin: {
      document: details['document'] ?? null,
      source: source && !source.isFormer ? source.username : null,
      withdrawal: withdrawal && { id: withdrawal.id, state: withdrawal.state },
      transaction: transaction && { id: transaction.id, state: transaction.state },
    },
  };
}

function nameOf(t: Translate, { username, isFormer }: NonNullable<HistoryEntry['source']>): string {
  return isFormer ? t('common:former_member') : username;
}

function titleOf(t: Translate, { kind, amountMicros, details, withdrawal }: HistoryEntry): string {
  if (kind === 'deposit') return t('finance:entry.deposit');
  if (kind === 'purchase') return t(amountMicros < 0n ? 'finance:entry.purchase' : 'finance:entry.purchase_returned');
  if (kind === 'correction') return t('finance:entry.correction');
  if (kind === 'withdrawal') {
    return withdrawal ? t(`finance:entry.withdrawal.${withdrawal.network}`) : t('finance:entry.held');
  }
  const reason = ACCRUAL_REASONS.find((known) => known === details['reason']);
  return reason ? t(`finance:entry.accrual.${reason}`) : t('finance:entry.other');
}

function detailsOf(
  t: Translate,
  { details, source, withdrawal, transaction }: HistoryEntry,
  language: Language,
): string {
  const document = details['document'];
  return [
    withdrawal && shortDestination(withdrawal.destination),
    withdrawal && t(`finance:entry.state.${withdrawal.state}`),
    transaction && t('finance:entry.plan', { title: textIn(transaction.plan, language) }),
    source && t('finance:entry.source', { line: source.line, username: nameOf(t, source) }),
    document && t('finance:entry.document', { document }),
  ]
    .filter(Boolean)
    .join(' · ');
}
