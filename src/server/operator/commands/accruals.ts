import { basename } from 'node:path';
import { BATCH_PATTERN, DOCUMENT_MAX } from '#domain/history.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import {
  type LineFault,
  postAccruals,
  type Posted,
  readAccrualLabels,
  readAccrualsCsv,
  reverseAccrualBatch,
} from '#server/members/accruals/index.ts';
import { tellCsvProblem } from '#server/base/csv/index.ts';
import type { BatchLabels } from '#server/ledger/index.ts';
import { type Command, countOf, type Outcome, readInputFile } from '#server/operator/cli/command.ts';

export const importAccruals: Command = {
  kind: 'changes',
  name: 'accruals import',
  usage: 'accruals import FILE [--batch NAME] [--labels FILE] [--dry-run] [--again] --why TEXT',
  about:
    'Posts earnings from a CSV file (username,amount,reason,source,document), once for each batch, named as the file when --batch is not given. A reason is earnings, bonus, refund, adjustment or one that the JSON file of --labels names: {"spring": {"ru": "…", "en": "…"}}. Lines that another batch or an earlier line has are refused without --again',
  async run(services, { words: [file = ''], options }, tx) {
    const content = await readInputFile(file);
    if ('refused' in content) return content;
    const batch = options['batch'] ?? basename(file).replace(/\.csv$/i, '');
    if (!BATCH_PATTERN.test(batch)) {
      return {
        refused: `“${batch}” can’t be a batch’s name: up to 64 letters, digits, dots, hyphens. Use --batch NAME.`,
      };
    }
    const read = await readAccrualsCsv(content.bytes);
    if ('problem' in read) return { refused: tellCsvProblem(read.problem) };
    const labels = await readLabels(options['labels']);
    if ('refused' in labels) return labels;
    const dryRun = options['dry-run'] !== undefined;
    const again = options['again'] !== undefined;
    const posted = await postAccruals(tx, services, { batch, lines: read.lines, ...labels, dryRun, again });
    if (isRefused(posted) && posted.refused === 'accrual_repeated') {
      const { lines = '', batch: other = '' } = posted.params ?? {};
      return {
        refused: `The batch “${other}” has ${lines} of these lines. Nothing was posted now. Use --again to post them again.`,
      };
    }
    if (isRefused(posted) && posted.refused === 'accrual_doubled') {
      const { lines = '' } = posted.params ?? {};
      return {
        refused: `Lines that repeat earlier ones of the file: ${lines}. Nothing was posted now. Use --again to post them too.`,
      };
    }
    if (isRefused(posted)) {
      return { refused: `A batch “${batch}” was posted before, with other contents. Nothing was posted now.` };
    }
    return 'faults' in posted ? { refused: wrongLines(posted.faults, read.fileLines) } : postOutcome(batch, posted);
  },
};

async function readLabels(file: string | undefined): Promise<{ labels: BatchLabels } | { refused: string }> {
  if (file === undefined) return { labels: {} };
  const content = await readInputFile(file);
  if ('refused' in content) return content;
  const read = readAccrualLabels(content.bytes.toString());
  return 'wrong' in read ? { refused: `The labels in “${file}” are wrong: ${read.wrong}` } : read;
}

function postOutcome(batch: string, { state, lineCount, totalMicros }: Posted): Outcome {
  const total = moneyText(totalMicros);
  const data = { batch, state, lines: lineCount, total };
  const summary = `${countOf(lineCount, 'line')}, ${total} USDT`;
  if (state === 'posted') {
    const auditFields = { subject: `batch:${batch}`, after: { lines: lineCount, total } };
    return { words: `The batch “${batch}” is posted: ${summary}.`, data, ...auditFields };
  }
  const words =
    state === 'checked'
      ? `The batch “${batch}” can be posted: ${summary}. Nothing was posted.`
      : `The batch “${batch}” was posted before: ${summary}. Nothing was posted now.`;
  return { words, data, unchanged: true };
}

const FAULTS_SHOWN = 20;

function wrongLines(faults: LineFault[], fileLines: number[]): string {
  const t = translator('en');
  const shownLines = faults.slice(0, FAULTS_SHOWN).map(({ line, field, code }) => {
    return `Line ${fileLines[line]}, ${field}: ${t(`faults:${code}`, { max: DOCUMENT_MAX })}`;
  });
  const hiddenCount = faults.length - shownLines.length;
  const more = hiddenCount > 0 ? [`… and ${hiddenCount} more.`] : [];
  return ['Nothing was posted.', ...shownLines, ...more].join('\n');
}

export const reverseAccruals: Command = {
  kind: 'changes',
  name: 'accruals reverse',
  usage: 'accruals reverse BATCH [--line N] --why TEXT',
  about:
    'Reverses a batch, or only its Nth line, by adjustments. Nothing is reversed when a member has spent the money',
  async run(services, { words: [batch = ''], options }, tx) {
    const lineText = options['line'];
    if (lineText !== undefined && !/^[1-9]\d{0,5}$/.test(lineText)) {
      return { refused: `“${lineText}” is not a line: they count from 1, without the header.` };
    }
    const line = lineText === undefined ? undefined : Number(lineText);
    const reversal = await reverseAccrualBatch(tx, services, { batch, line });
    switch (reversal.state) {
      case 'no_batch':
        return { refused: `There is no batch “${batch}”.` };
      case 'no_line':
        return { refused: `The batch “${batch}” has ${countOf(reversal.lineCount, 'line')}.` };
      case 'reversed_before':
        return {
          refused: `Line ${reversal.line} of the batch “${batch}” was reversed before. Nothing was reversed now.`,
        };
      case 'too_little':
        return {
          refused: `${reversal.username} has spent the money of line ${reversal.line}. Nothing was reversed.`,
        };
      case 'reversed': {
        const total = moneyText(reversal.totalMicros);
        const words = `Reversed in the batch “${batch}”: ${countOf(reversal.lineCount, 'line')}, ${total} USDT.`;
        const auditFields = { subject: `batch:${batch}`, after: { lines: reversal.lineCount, total } };
        return { words, data: { batch, lines: reversal.lineCount, total }, ...auditFields };
      }
    }
  },
};
