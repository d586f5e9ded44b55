import { supportNumber, SUPPORT_STATES } from '#domain/support.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { listAllSupport, type SupportOfMember } from '#server/support/index.ts';
import type { Command } from '../command.ts';
import { readSupportNumber } from './support-number.ts';
import { limitOf } from '../limit-of.ts';

export const listSupport: Command = {
  kind: 'looks',
  name: 'support list',
  usage: 'support list [--state STATE] [--after NUMBER] [--limit 1–200]',
  about: `What members ask, oldest first; states: ${SUPPORT_STATES.join(', ')}`,
  async run(house, { options }) {
    const state = SUPPORT_STATES.find((known) => known === options['state']);
    if (options['state'] && !state) {
      return { refused: `There is no state “${options['state']}”. Choose one of: ${SUPPORT_STATES.join(', ')}.` };
    }
    const after = options['after'] === undefined ? undefined : readSupportNumber(options['after']);
    if (options['after'] !== undefined && after === undefined) {
      return { refused: `“${options['after']}” is not the number of a request, such as S-00042.` };
    }
    const limit = limitOf(options);
    const { rows, next } = await listAllSupport(house, { state, after, limit });
    const told = rows.map((row) => inWords(row, house.config.timeZone));
    const more = next ? [`More: --after ${supportNumber(next)}`] : [];
    return {
      words: [...(told.length > 0 ? told : ['No such requests.']), ...more].join('\n'),
      data: { items: rows.map(present), next: next && supportNumber(next) },
    };
  },
};

function inWords({ id, username, state, topic, createdAt, about, message }: SupportOfMember, timeZone: string): string {
  const head = [
    supportNumber(id),
    username.padEnd(32),
    state.padEnd(8),
    topic.padEnd(7),
    `${formatDate(createdAt, timeZone)} ${formatTime(createdAt, timeZone)}`,
    about ?? '',
  ].join(' ');
  return [head.trimEnd(), ...harmless(message).split('\n')].join('\n    ');
}

/** A member must not steer the operator's terminal, nor turn a line around. */
function harmless(message: string): string {
  return message.replaceAll(/[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}

function present(row: SupportOfMember) {
  return {
    number: supportNumber(row.id),
    username: row.username,
    state: row.state,
    topic: row.topic,
    about: row.about,
    message: row.message,
    created_at: row.createdAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
  };
}
