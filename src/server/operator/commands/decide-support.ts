import { readFile } from 'node:fs/promises';
import { supportNumber } from '#domain/support.ts';
import type { Db } from '#server/db/connect.ts';
import { answerSupport, closeSupport, lockSupport } from '#server/support/index.ts';
import type { Command, Orders, Outcome } from '../command.ts';
import { readSupportNumber } from './support-number.ts';

const LONGEST_ANSWER = 4000;

export const answer: Command = {
  kind: 'changes',
  name: 'support answer',
  usage: 'support answer NUMBER --text TEXT | --file FILE --why TEXT',
  about: 'Answers what a member asked; they read it, in these words, on their page and in a letter',
  run: (house, orders, tx) =>
    decide(tx, orders, 'answered', async (found) => {
      const read = await readAnswer(orders.options);
      return 'refused' in read ? read : answerSupport(tx, house, found, { text: read.text, operator: orders.operator });
    }),
};

export const close: Command = {
  kind: 'changes',
  name: 'support close',
  usage: 'support close NUMBER --why TEXT',
  about: 'Ends a request that needs no answer any more; the member gets no letter',
  run: (_house, orders, tx) => decide(tx, orders, 'closed', ({ row }) => closeSupport(tx, row)),
};

type Found = NonNullable<Awaited<ReturnType<typeof lockSupport>>>;
type Decision = (found: Found) => Promise<{ refused: string } | void>;

async function decide(
  tx: Db,
  { words: [typed = ''] }: Orders,
  state: 'answered' | 'closed',
  decision: Decision,
): Promise<Outcome> {
  const id = readSupportNumber(typed);
  const found = id === undefined ? undefined : await lockSupport(tx, id);
  if (!found) return { refused: `There is no request “${typed}”.` };
  const { row, member } = found;
  const number = supportNumber(row.id);
  if (row.state === 'closed') return { refused: `The request ${number} is closed and can’t be ${state} any more.` };
  const refused = await decision(found);
  if (refused) return refused;
  return {
    words: `The request ${number} of ${member.username} was ${row.state} and is now ${state}.`,
    data: { number, username: member.username, before: row.state, state },
  };
}

async function readAnswer({ text, file }: Orders['options']): Promise<{ text: string } | { refused: string }> {
  if ((text === undefined) === (file === undefined)) return { refused: 'Say the answer with --text or with --file.' };
  const read = text ?? (await readFile(file ?? '', 'utf8').catch(({ code }: NodeJS.ErrnoException) => ({ code })));
  if (typeof read !== 'string') return { refused: `The file “${file}” can’t be read (${read.code}).` };
  const answered = read.trim();
  if (answered === '') return { refused: 'The answer is empty.' };
  if (answered.includes('\0')) return { refused: 'The answer is not a text.' };
  if (answered.length > LONGEST_ANSWER)
    return { refused: `The answer is too long: at most ${LONGEST_ANSWER} characters.` };
  return { text: answered };
}
