import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BATCH_PATTERN, DOCUMENT_MAX } from '#domain/history.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { type LineFault, type Posted, postAccruals, readAccrualsCsv } from '#server/accruals/index.ts';
import type { Command, Outcome } from '../command.ts';
import { countOf } from '../count-of.ts';

export const importAccruals: Command = {
  kind: 'changes',
  name: 'accruals import',
  usage: 'accruals import FILE [--batch NAME] [--dry-run] --why TEXT',
  about:
    'Posts earnings from a CSV file (username,amount,reason,source,document), once for each batch; it is called as the file is when no name is given',
  async run(house, { words: [file = ''], options }, tx) {
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => error.code ?? 'EIO');
    if (typeof bytes === 'string') return { refused: `The file “${file}” can’t be read (${bytes}).` };
    const batch = options['batch'] ?? basename(file).replace(/\.csv$/i, '');
    if (!BATCH_PATTERN.test(batch)) {
      return {
        refused: `“${batch}” can’t be a batch’s name: up to 64 letters, digits, dots, hyphens. Use --batch NAME.`,
      };
    }
    const read = readAccrualsCsv(bytes);
    if ('refused' in read) return read;
    const dryRun = options['dry-run'] !== undefined;
    const posted = await postAccruals(tx, house, { batch, lines: read.lines, dryRun });
    if (isRefused(posted)) {
      return { refused: `A batch “${batch}” was posted before, with other contents. Nothing was posted now.` };
    }
    return 'faults' in posted ? { refused: wrongLines(posted.faults, read.fileLines) } : outcomeOf(batch, posted);
  },
};

function outcomeOf(batch: string, { state, lineCount, totalMicros }: Posted): Outcome {
  const total = moneyText(totalMicros);
  const data = { batch, state, lines: lineCount, total };
  const what = `${countOf(lineCount, 'line')}, ${total} USDT`;
  if (state === 'posted') return { words: `The batch “${batch}” is posted: ${what}.`, data };
  const words =
    state === 'checked'
      ? `The batch “${batch}” can be posted: ${what}. Nothing was posted.`
      : `The batch “${batch}” was posted before: ${what}. Nothing was posted now.`;
  return { words, data, unchanged: true };
}

const FAULTS_TOLD = 20;

function wrongLines(faults: LineFault[], fileLines: number[]): string {
  const t = translator('en');
  const told = faults.slice(0, FAULTS_TOLD).map(({ line, field, code }) => {
    return `Line ${fileLines[line]}, ${field}: ${t(`faults:${code}`, { max: DOCUMENT_MAX })}`;
  });
  const untold = faults.length - told.length;
  const more = untold > 0 ? [`… and ${untold} more.`] : [];
  return ['Nothing was posted.', ...told, ...more].join('\n');
}
