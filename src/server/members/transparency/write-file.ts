import type { Language } from '#domain/languages.ts';
import { FEW_MEMBERS } from '#domain/transparency.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import { fileName } from '#server/base/file-name.ts';
import { type Cell, csvWriter } from '#server/base/csv/index.ts';
import type { FileAnswer } from '#server/api/route.ts';
import type { Services } from '#server/api/services.ts';
import type { GuardedMonth } from './guard-months.ts';
import { presentMonth } from './present.ts';

/** One line a month, then one per reason: reasons differ from month to month. */
export function writeTransparencyFile(
  services: Pick<Services, 'config'>,
  months: readonly GuardedMonth[],
  language: Language,
): FileAnswer {
  const t = translator(language);
  const csv = csvWriter(language);
  return {
    fileName: fileName(services, ['transparency', months[0]?.row.countedTo ?? undefined], 'csv'),
    pieces: pieces(),
  };

  async function* pieces() {
    yield csv.start + csv.line(head(t));
    for (const month of months) yield csv.line(cellsOf(month, language, t));
    yield csv.line(['']) +
      csv.line([t('partner:transparency.month'), t('partner:transparency.reason'), t('partner:transparency.credited')]);
    for (const month of months) {
      const { month: name, reasons } = presentMonth(month, language, t);
      yield reasons.map(({ label, amount }) => csv.line([name, label, { amount }])).join('');
    }
  }
}

function head(t: Translate): string[] {
  const byMonth = ['month', 'paid', 'refunded', 'credited', 'top', 'paid_out', 'owed', 'joined', 'left'] as const;
  const byJoining = ['after_90', 'active', 'joiners_paid', 'joiners_credited'] as const;
  return [
    ...byMonth.map((column) => t(`partner:transparency.${column}`)),
    ...byJoining.map((column) => `${t('partner:transparency.joiners')}: ${t(`partner:transparency.${column}`)}`),
  ];
}

function cellsOf(month: GuardedMonth, language: Language, t: Translate): Cell[] {
  const item = presentMonth(month, language, t);
  const hidden = t('partner:transparency.few', { few: FEW_MEMBERS });
  const money = (amount: string | null) => (amount === null ? hidden : { amount });
  const number = (value: number | null) => (value === null ? '' : { amount: String(value) });
  return [
    item.month,
    ...[item.paid, item.refunded, item.credited].map(money),
    item.top_share === null && month.row.topMembers > 0 ? hidden : number(item.top_share),
    ...[item.paid_out, item.owed].map(money),
    ...[item.joined, item.left, item.joiners.active_after_90_days, item.joiners.active].map(number),
    ...[item.joiners.paid, item.joiners.credited].map(money),
  ];
}
