import { readFile } from 'node:fs/promises';
import { applyPlans, type PlansDifference, readPlansFile } from '#server/places/index.ts';
import type { Command } from '../command.ts';
import { countOf } from '../count-of.ts';

export const applyPlansFile: Command = {
  kind: 'changes',
  name: 'plans apply',
  usage: 'plans apply FILE [--dry-run] --why TEXT',
  about: 'Makes the plans what a JSON file says, all of them or none, and keeps who changed what and why',
  async run(house, { words: [file = ''], options, operator, why }, tx) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => ({ code: error.code ?? 'EIO' }));
    if (typeof text !== 'string') return { refused: `The file “${file}” can’t be read (${text.code}).` };
    const read = readPlansFile(text);
    if ('wrong' in read) return { refused: `Nothing was changed.\n${read.wrong}` };
    const difference = await applyPlans(tx, house, read.plans, { operator, reason: why });
    if ('wrong' in difference) return { refused: `Nothing was changed.\n${difference.wrong}` };

    const { added, changed } = difference;
    const data = { added, changed, same: difference.same };
    if (added.length + changed.length === 0) {
      return { words: `The plans are what the file says: ${countOf(difference.same, 'plan')}.`, data, unchanged: true };
    }
    const words = inWords(difference);
    if (options['dry-run'] === undefined) return { words, data };
    return { words: `${words}\nNothing was changed: this was only tried.`, data, unchanged: true };
  },
};

function inWords({ added, changed, same }: PlansDifference): string {
  return [
    ...added.map((id) => `${id} is new.`),
    ...changed.flatMap(({ id, fields }) =>
      fields.map(({ name, before, after }) => `${id}: ${name} was ${told(before)} and is now ${told(after)}.`),
    ),
    `${countOf(same, 'plan stays', 'plans stay')} as before.`,
  ].join('\n');
}

function told(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}
