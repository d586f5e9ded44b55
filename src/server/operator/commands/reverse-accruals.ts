import { moneyText } from '#domain/money.ts';
import { reverseAccrualBatch } from '#server/accruals/index.ts';
import type { Command } from '../command.ts';
import { countOf } from '../count-of.ts';

export const reverseAccruals: Command = {
  kind: 'changes',
  name: 'accruals reverse',
  usage: 'accruals reverse BATCH [--line N] --why TEXT',
  about: 'Takes a batch back, or its Nth line, by corrections; refused whole when somebody has too little left',
  async run(house, { words: [batch = ''], options }, tx) {
    const typed = options['line'];
    if (typed !== undefined && !/^[1-9]\d{0,5}$/.test(typed)) {
      return { refused: `“${typed}” is not a line: they count from 1, without the header.` };
    }
    const line = typed === undefined ? undefined : Number(typed);
    const reversal = await reverseAccrualBatch(tx, house, { batch, line });
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
          refused: `${reversal.username} has less left than line ${reversal.line} gave. Nothing was reversed.`,
        };
      case 'reversed': {
        const total = moneyText(reversal.totalMicros);
        const words = `Reversed in the batch “${batch}”: ${countOf(reversal.lineCount, 'line')}, ${total} USDT.`;
        return { words, data: { batch, lines: reversal.lineCount, total } };
      }
    }
  },
};
