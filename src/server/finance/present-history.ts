import type { HistoryRow } from '#contracts/finance.ts';
import { shortDestination } from '#domain/destination.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import type { HistoryEntry } from './history-entries.ts';

/** An entry as its owner reads it, in their language. */
export function presentEntry(entry: HistoryEntry, language: Language): HistoryRow {
  const t = translator(language);
  const { id, at, kind, amountMicros, balanceMicros, details, source, withdrawal } = entry;
  return {
    id,
    at: at.toISOString(),
    kind,
    title: titleOf(t, entry),
    details: detailsOf(t, entry),
    amount: moneyText(amountMicros),
    balance_after: moneyText(balanceMicros),
    origin: {
      document: details['document'] ?? null,
      source: source?.username ?? null,
      withdrawal: withdrawal && { id: withdrawal.id, state: withdrawal.state },
    },
  };
}

function titleOf(t: Translate, { kind, details, withdrawal }: HistoryEntry): string {
  if (kind === 'correction') return t('finance:entry.correction');
  if (kind === 'withdrawal') {
    return withdrawal ? t(`finance:entry.withdrawal.${withdrawal.network}`) : t('finance:entry.held');
  }
  const reason = ACCRUAL_REASONS.find((known) => known === details['reason']);
  return reason ? t(`finance:entry.accrual.${reason}`) : t('finance:entry.other');
}

function detailsOf(t: Translate, { details, source, withdrawal }: HistoryEntry): string {
  const document = details['document'];
  return [
    withdrawal && shortDestination(withdrawal.destination),
    withdrawal && t(`finance:entry.state.${withdrawal.state}`),
    source && t('finance:entry.source', source),
    document && t('finance:entry.document', { document }),
  ]
    .filter(Boolean)
    .join(' · ');
}
