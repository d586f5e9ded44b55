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
import { type Command, countOf, type Outcome, readNamed } from '#server/operator/cli/command.ts';

export const importAccruals: Command = {
  kind: 'changes',
  name: 'accruals import',
  usage: 'accruals import FILE [--batch NAME] [--labels FILE] [--dry-run] --why TEXT',
  about:
    'Posts earnings from a CSV file (username,amount,reason,source,document), once for each batch, named as the file when --batch is not given. A reason is earnings, bonus, refund, adjustment or one that the JSON file of --labels names: {"spring": {"ru": "…", "en": "…"}}',
  async run(services, { words: [file = ''], options }, tx) {
    const found = await readNamed(file);
    if ('refused' in found) return found;
    const batch = options['batch'] ?? basename(file).replace(/\.csv$/i, '');
    if (!BATCH_PATTERN.test(batch)) {
      return {
        refused: `“${batch}” can’t be a batch’s name: up to 64 letters, digits, dots, hyphens. Use --batch NAME.`,
      };
    }
    const read = await readAccrualsCsv(found.bytes);
    if ('problem' in read) return { refused: tellCsvProblem(read.problem) };
    const labels = await readLabels(options['labels']);
    if ('refused' in labels) return labels;
    const dryRun = options['dry-run'] !== undefined;
    const posted = await postAccruals(tx, services, { batch, lines: read.lines, ...labels, dryRun });
    if (isRefused(posted)) {
      return { refused: `A batch “${batch}” was posted before, with other contents. Nothing was posted now.` };
    }
    return 'faults' in posted ? { refused: wrongLines(posted.faults, read.fileLines) } : outcomeOf(batch, posted);
  },
};

async function readLabels(file: string | undefined): Promise<{ labels: BatchLabels } | { refused: string }> {
  if (file === undefined) return { labels: {} };
  const found = await readNamed(file);
  if ('refused' in found) return found;
  const read = readAccrualLabels(found.bytes.toString());
  return 'wrong' in read ? { refused: `The labels in “${file}” are wrong: ${read.wrong}` } : read;
}

function outcomeOf(batch: string, { state, lineCount, totalMicros }: Posted): Outcome {
  const total = moneyText(totalMicros);
  const data = { batch, state, lines: lineCount, total };
  const what = `${countOf(lineCount, 'line')}, ${total} USDT`;
  if (state === 'posted') {
    const logged = { subject: `batch:${batch}`, after: { lines: lineCount, total } };
    return { words: `The batch “${batch}” is posted: ${what}.`, data, ...logged };
  }
  const words =
    state === 'checked'
      ? `The batch “${batch}” can be posted: ${what}. Nothing was posted.`
      : `The batch “${batch}” was posted before: ${what}. Nothing was posted now.`;
  return { words, data, unchanged: true };
}

const FAULTS_SHOWN = 20;

function wrongLines(faults: LineFault[], fileLines: number[]): string {
  const t = translator('en');
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ line, field, code }) => {
    return `Line ${fileLines[line]}, ${field}: ${t(`faults:${code}`, { max: DOCUMENT_MAX })}`;
  });
  const unshown = faults.length - shown.length;
  const more = unshown > 0 ? [`… and ${unshown} more.`] : [];
  return ['Nothing was posted.', ...shown, ...more].join('\n');
}

export const reverseAccruals: Command = {
  kind: 'changes',
  name: 'accruals reverse',
  usage: 'accruals reverse BATCH [--line N] --why TEXT',
  about:
    'Reverses a batch, or only its Nth line, by adjustments. Nothing is reversed when a member has spent the money',
  async run(services, { words: [batch = ''], options }, tx) {
    const typed = options['line'];
    if (typed !== undefined && !/^[1-9]\d{0,5}$/.test(typed)) {
      return { refused: `“${typed}” is not a line: they count from 1, without the header.` };
    }
    const line = typed === undefined ? undefined : Number(typed);
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
        const logged = { subject: `batch:${batch}`, after: { lines: reversal.lineCount, total } };
        return { words, data: { batch, lines: reversal.lineCount, total }, ...logged };
      }
    }
  },
};
