import type { Transparency } from '#contracts/transparency.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { MONTHS_SHOWN } from '#domain/transparency.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import type { GuardedMonth } from './guard-months.ts';

export function presentTransparency(months: readonly GuardedMonth[], language: Language): Transparency {
  const t = translator(language);
  return {
    counted_to: months[0]?.row.countedTo ?? null,
    items: months.slice(0, MONTHS_SHOWN).map((month) => presentMonth(month, language, t)),
    next: null,
  };
}

type Item = Transparency['items'][number];

export function presentMonth(
  { row, flows, refunded, reasons, topShare, owed, cohort }: GuardedMonth,
  language: Language,
  t: Translate,
): Item {
  return {
    month: row.month.slice(0, 7),
    paid: shown(flows.paid),
    refunded: shown(refunded),
    credited: shown(flows.credited),
    reasons: reasons.map(({ reason, label, micros }) => ({
      reason,
      label: label ? textIn(label, language) : labelOf(reason, t),
      amount: moneyText(micros),
    })),
    top_share: topShare === null ? null : topShare / 10,
    paid_out: shown(flows.paidOut),
    owed: shown(owed),
    joined: row.joined,
    left: row.left,
    joiners: {
      active_after_90_days: row.activeAfter90Days,
      active: row.activeNow,
      paid: shown(cohort.joinersPaid),
      credited: shown(cohort.joinersCredited),
    },
  };
}

function shown(micros: bigint | null): string | null {
  return micros === null ? null : moneyText(micros);
}

function labelOf(reason: string, t: Translate): string {
  const known = ACCRUAL_REASONS.find((code) => code === reason);
  return known ? t(`finance:entry.accrual.${known}`) : t('partner:transparency.other');
}
