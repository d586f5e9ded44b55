import type { ConsoleSupport } from '#contracts/console/support.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { readSupportNumber, SUPPORT_ANSWER_MAX, SUPPORT_STATES, supportNumber } from '#domain/support.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { answerSupport, closeSupport, lockSupport } from '#server/members/support/index.ts';
import { type Command, type Orders, type Outcome, readNamed } from '#server/operator/cli/command.ts';
import { harmless } from '#server/operator/cli/harmless.ts';
import { askedState, listedPage, pageOf } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listSupport: Command = {
  kind: 'reads',
  name: 'support list',
  usage: 'support list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Support requests, oldest first; states: ${SUPPORT_STATES.join(', ')}`,
  async run(services, { options }) {
    const asked = askedState(options, SUPPORT_STATES);
    if ('refused' in asked) return asked;
    const page = await lists.listSupport(services, { state: asked.state ?? 'all', ...pageOf(options) });
    return listedPage(page, options, {
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
    decide(tx, orders, 'answered', async (found) => {
      const read = await readAnswer(orders.options);
      return 'refused' in read
        ? read
        : answerSupport(tx, services, found, { text: read.text, operator: orders.operator });
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
type Decision = (found: LockedRequest) => Promise<{ refused: string } | void>;

const CLOSED = 'support_closed' satisfies RefusalCode;

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
  const done = await decision(found);
  if (done?.refused === CLOSED) return { refused: `The request ${number} is closed and can’t be ${state} any more.` };
  if (done) return done;
  return {
    words: `The request ${number} of ${member.username} was ${row.state} and is now ${state}.`,
    data: { number, username: member.username, before: row.state, state },
    ...{ subject: `support:${number}`, before: { state: row.state }, after: { state } },
  };
}

async function readAnswer({ text, file }: Orders['options']): Promise<{ text: string } | { refused: string }> {
  if ((text === undefined) === (file === undefined)) return { refused: 'Give the answer with --text or --file.' };
  const read = text === undefined ? await readNamed(file ?? '') : undefined;
  if (read && 'refused' in read) return read;
  const answered = (text ?? read?.bytes.toString('utf8') ?? '').trim();
  if (answered === '') return { refused: 'The answer is empty.' };
  if (answered.includes('\0')) return { refused: 'The answer is not a text.' };
  if (answered.length > SUPPORT_ANSWER_MAX)
    return { refused: `The answer is too long: at most ${SUPPORT_ANSWER_MAX} characters.` };
  return { text: answered };
}
