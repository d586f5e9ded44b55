import { whenOf } from '#i18n/reader.ts';
import { type AuditEntry, listAudit } from '#server/audit/index.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { readPage, pageOutcome } from '#server/operator/cli/list.ts';
import { harmless } from '#server/operator/cli/harmless.ts';

export const listLog: Command = {
  kind: 'reads',
  name: 'log list',
  usage: 'log list [--search TEXT] [--after NUMBER] [--limit 1–200]',
  about:
    'What operators did, by command or at the console, newest first; --search finds beginnings of words in who, what, on what and why',
  async run({ db, config }, { options }) {
    const after = options['after'];
    if (after !== undefined && !/^[1-9]\d{0,14}$/.test(after)) {
      return { refused: `“${after}” is not the number of an entry.` };
    }
    const filter = { search: options['search'], before: after === undefined ? undefined : Number(after) };
    const place = readPage(options);
    if ('refused' in place) return place;
    const { limit } = place;
    let { rows, next } = await listAudit(db, { ...filter, limit });
    // A search covers only a part of the log per call.
    while (rows.length === 0 && next !== null)
      ({ rows, next } = await listAudit(db, { ...filter, limit, before: next }));
    return pageOutcome({ items: rows, next: next === null ? null : String(next) }, options, {
      line: (row) => line(row, config.timeZone),
      item: present,
      none: 'No such entries.',
    });
  },
};

function line({ number, at, actor, action, subject, reason, address }: AuditEntry, timeZone: string): string {
  const head = [
    String(number).padStart(8),
    whenOf(at, { timeZone }),
    actor.padEnd(24),
    action.padEnd(20),
    subject || '—',
    address && `from ${address}`,
  ];
  return [head.join(' ').trimEnd(), reason]
    .map((text) => harmless(text).replaceAll('\n', ' '))
    .join('\n    ')
    .trimEnd();
}

function present({ hash, at, ...entry }: AuditEntry) {
  return { ...entry, at: at.toISOString(), hash: hash?.toString('hex') ?? null };
}
