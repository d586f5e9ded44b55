import type * as z from 'zod/mini';
import type { getStatement, HistoryRow } from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { negated } from '#domain/money.ts';
import type { Refused } from '#domain/refusals.ts';
import { whenOf } from '#i18n/reader.ts';
import { translator } from '#i18n/translator.ts';
import { fileName } from '#server/base/file-name.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { type CsvWriter, csvWriter } from '#server/base/csv/index.ts';
import { type HistoryPlace, type HistoryRange, readEntries } from './history-entries.ts';
import { presentEntry, presentSums } from './history.ts';
import { type HistorySums, readSums } from './history-sums.ts';

type Input = z.output<typeof getStatement.input>;

/** Entries in memory at a time. Each batch is a short query, so a slow reader holds no connection. */
const BATCH = 500;

export async function writeStatement(
  services: Services,
  range: Input,
  { session: { member }, language }: MemberCaller,
): Promise<FileAnswer | Refused> {
  const rateLimited = await consumeRateLimit(services, 'statementAccount', String(member.id));
  if (rateLimited) return rateLimited;
  const csv = csvWriter(language);
  const batches = readBatches(services, member.id, range);
  // A database error is still a refusal here; later it only breaks off the file.
  const first = await batches.next();
  return { fileName: fileName(services, ['statement', range.from, range.to], 'csv'), pieces: pieces() };

  async function* pieces() {
    yield csv.start + headOf(csv, language);
    if (!first.done) yield linesOf(first.value);
    for await (const batch of batches) yield linesOf(batch);
    yield sumsOf(csv, await readSums(services.db, member.id, range), language);
  }

  function linesOf(batch: Batch): string {
    const lineFor = ({ entry }: Batch[number]) => presentEntry(entry, language, { badges: false });
    return batch.map((row) => lineOf(csv, lineFor(row), services.config.timeZone)).join('');
  }
}

type Batch = Awaited<ReturnType<typeof readEntries>>;

async function* readBatches({ db }: Services, memberId: number, range: HistoryRange): AsyncGenerator<Batch, void> {
  let after: HistoryPlace | undefined;
  do {
    const batch = await readEntries(db, memberId, range, { order: 'oldest', after, limit: BATCH });
    if (batch.length > 0) yield batch;
    after = batch.length === BATCH ? batch.at(-1)?.place : undefined;
  } while (after);
}

function headOf(csv: CsvWriter, language: Language): string {
  const t = translator(language);
  return csv.line([
    t('finance:statement.date'),
    t('finance:statement.title'),
    t('finance:statement.details'),
    t('finance:statement.document'),
    t('finance:statement.amount'),
    t('finance:statement.balance'),
  ]);
}

/** After an empty row, so that a spreadsheet's sum of the rows above leaves them out. */
function sumsOf(csv: CsvWriter, sums: HistorySums, language: Language): string {
  const t = translator(language);
  const { earned, paid_in: paidIn, went_out: wentOut, held } = presentSums(sums);
  return [
    csv.line(['', '', '', '', '', '']),
    csv.line(['', t('finance:sums.earned'), '', '', { amount: earned }, '']),
    csv.line(['', t('finance:sums.paid_in'), '', '', { amount: paidIn }, '']),
    csv.line(['', t('finance:sums.went_out'), '', '', { amount: negated(wentOut) }, '']),
    csv.line(['', t('finance:sums.held'), '', '', { amount: held }, '']),
  ].join('');
}

function lineOf(
  csv: CsvWriter,
  { at, title, details, origin, amount, balance_after: balance }: HistoryRow,
  timeZone: string,
): string {
  const document = origin.document ?? origin.withdrawal?.id ?? '';
  const time = whenOf(at, { timeZone });
  return csv.line([time, title, details, document, { amount }, { amount: balance }]);
}
