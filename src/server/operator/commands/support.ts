import type { ConsoleSupport } from '#contracts/console/support.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { readSupportNumber, SUPPORT_ANSWER_MAX, SUPPORT_STATES, supportNumber } from '#domain/support.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { answerSupport, closeSupport, lockSupport } from '#server/members/support/index.ts';
import { type Command, type Orders, type Outcome, readInputFile } from '#server/operator/cli/command.ts';
import { harmless } from '#server/operator/cli/harmless.ts';
import { readPage, pageOutcome, readStateFilter } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listSupport: Command = {
  kind: 'reads',
  name: 'support list',
  usage: 'support list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Support requests, oldest first; states: ${SUPPORT_STATES.join(', ')}`,
  async run(services, { options }) {
    const filter = readStateFilter(options, SUPPORT_STATES);
    if ('refused' in filter) return filter;
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listSupport(services, { state: filter.state ?? 'all', ...place });
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'No such requests.',
    });
  },
};

function line(row: ConsoleSupport, timeZone: string): string {
  const { number, username, state, topic, created_at: at, about, message } = row;
  const head = [
    number,
    username.padEnd(32),
    state.padEnd(8),
    topic.padEnd(7),
    whenOf(at, { timeZone }),
    about ? `${about.kind}:${about.id}` : '',
  ].join(' ');
  return [head.trimEnd(), ...harmless(message).split('\n')].join('\n    ');
}

export const answer: Command = {
  kind: 'changes',
  name: 'support answer',
  usage: 'support answer NUMBER --text TEXT | --file FILE --why TEXT',
  about: 'Answers a support request. The member reads the answer on their page and by email',
  run: (services, orders, tx) =>
    decide(tx, orders, 'answered', async (request) => {
      const read = await readAnswer(orders.options);
      return 'refused' in read
        ? read
        : answerSupport(tx, services, request, { text: read.text, operator: orders.operator });
    }),
};

export const close: Command = {
  kind: 'changes',
  name: 'support close',
  usage: 'support close NUMBER --why TEXT',
  about: 'Closes a request that needs no answer. The member gets no email',
  run: (_services, orders, tx) => decide(tx, orders, 'closed', ({ row }) => closeSupport(tx, row)),
};

type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockSupport>>>;
type Decision = (request: LockedRequest) => Promise<{ refused: string } | void>;

const CLOSED = 'support_closed' satisfies RefusalCode;

async function decide(
  tx: Db,
  { words: [typed = ''] }: Orders,
  state: 'answered' | 'closed',
  decision: Decision,
): Promise<Outcome> {
  const id = readSupportNumber(typed);
  const request = id === undefined ? undefined : await lockSupport(tx, id);
  if (!request) return { refused: `There is no request “${typed}”.` };
  const { row, member } = request;
  const number = supportNumber(row.id);
  const refusal = await decision(request);
  if (refusal?.refused === CLOSED)
    return { refused: `The request ${number} is closed and can’t be ${state} any more.` };
  if (refusal) return refusal;
  return {
    words: `The request ${number} of ${member.username} was ${row.state} and is now ${state}.`,
    data: { number, username: member.username, before: row.state, state },
    ...{ subject: `support:${number}`, before: { state: row.state }, after: { state } },
  };
}

async function readAnswer({ text, file }: Orders['options']): Promise<{ text: string } | { refused: string }> {
  if ((text === undefined) === (file === undefined)) return { refused: 'Give the answer with --text or --file.' };
  const read = text === undefined ? await readInputFile(file ?? '') : undefined;
  if (read && 'refused' in read) return read;
  const answerText = (text ?? read?.bytes.toString('utf8') ?? '').trim();
  if (answerText === '') return { refused: 'The answer is empty.' };
  if (answerText.includes('\0')) return { refused: 'The answer is not a text.' };
  if (answerText.length > SUPPORT_ANSWER_MAX)
    return { refused: `The answer is too long: at most ${SUPPORT_ANSWER_MAX} characters.` };
  return { text: answerText };
}
