import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type { HistoryRow, listHistory } from '#contracts/finance.ts';
import { shortDestination } from '#domain/destination.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { formatMoney } from '#i18n/format.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import type { Services } from '#server/api/services.ts';
import { findPlace, type HistoryEntry, readEntries } from './history-entries.ts';
import { type HistorySums, readSums } from './history-sums.ts';

type Input = z.output<typeof listHistory.input>;
type Totals = OutputOf<typeof listHistory>['totals'];
type Page = { entries: HistoryEntry[]; next: string | null; sums: HistorySums };

const PAGE = 20;

export async function listMemberHistory(
  { db }: Pick<Services, 'db'>,
  memberId: number,
  { cursor, limit = PAGE, ...range }: Input,
): Promise<Page | Refused> {
  const after = cursor === undefined ? undefined : await findPlace(db, memberId, cursor);
  if (cursor !== undefined && !after) return refuseField('cursor', 'invalid');
  const [results, sums] = await Promise.all([
    readEntries(db, memberId, range, { order: 'newest', after, limit: limit + 1 }),
    readSums(db, memberId, range),
  ]);
  const entries = results.slice(0, limit).map(({ entry }) => entry);
  return { entries, next: results.length > limit ? (entries.at(-1)?.id ?? null) : null, sums };
}

export function presentSums({ earnedMicros, paidInMicros, wentOutMicros, heldMicros }: HistorySums): Totals {
  return {
    earned: moneyText(earnedMicros),
    paid_in: moneyText(paidInMicros),
    went_out: moneyText(wentOutMicros),
    held: moneyText(heldMicros),
  };
}

/** States that the badge of a row already names. */
const STATES_WITH_BADGE: readonly WithdrawalState[] = ['requested', 'approved', 'sending', 'cancelled'];

export function presentEntry(entry: HistoryEntry, language: Language, { badges = true } = {}): HistoryRow {
  const t = translator(language);
  const { id, at, kind, amountMicros, balanceMicros, details, source, withdrawal, transaction } = entry;
  return {
    id,
    at: at.toISOString(),
    kind,
    title: titleOf(t, entry, language),
    details: detailsOf(t, entry, language, badges ? STATES_WITH_BADGE : []),
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

function titleOf(
  t: Translate,
  { kind, amountMicros, details, label, withdrawal }: HistoryEntry,
  language: Language,
): string {
  if (kind === 'deposit') return t('finance:entry.deposit');
  if (kind === 'purchase') return t(amountMicros < 0n ? 'finance:entry.purchase' : 'finance:entry.purchase_returned');
  if (kind === 'refund') return t('finance:entry.refund');
  if (kind === 'correction') return t('finance:entry.correction');
  if (kind === 'withdrawal') {
    return withdrawal ? t(`finance:entry.withdrawal.${withdrawal.network}`) : t('finance:entry.held');
  }
  if (label) return textIn(label, language);
  const reason = ACCRUAL_REASONS.find((code) => code === details['reason']);
  return t(`finance:entry.accrual.${reason ?? 'earnings'}`);
}

function feeText(t: Translate, feeMicros: bigint, language: Language): string {
  return t('finance:entry.fee', { amount: formatMoney(moneyText(feeMicros), language) });
}

function detailsOf(
  t: Translate,
  { details, source, withdrawal, transaction }: HistoryEntry,
  language: Language,
  hiddenStates: readonly WithdrawalState[],
): string {
  const document = details['document'];
  return [
    withdrawal && shortDestination(withdrawal.destination),
    withdrawal && withdrawal.feeMicros > 0n && feeText(t, withdrawal.feeMicros, language),
    withdrawal && !hiddenStates.includes(withdrawal.state) && t(`finance:entry.state.${withdrawal.state}`),
    transaction && t('finance:entry.plan', { title: textIn(transaction.plan, language) }),
    source && t('finance:entry.source', { line: source.line, username: nameOf(t, source) }),
    document && t('finance:entry.document', { document }),
  ]
    .filter(Boolean)
    .join(' · ');
}
