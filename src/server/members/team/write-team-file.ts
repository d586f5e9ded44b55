import type * as z from 'zod/mini';
import type { getTeamFile } from '#contracts/team.ts';
import { formatDay } from '#domain/days.ts';
import { isRefused, type Refused } from '#domain/refusals.ts';
import { formatNumber, isoDay } from '#i18n/format.ts';
import { type Translate, translator } from '#i18n/translator.ts';
import { fileName } from '#server/base/file-name.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { consumeRateLimit } from '#server/api/rate-limits.ts';
import type { FileAnswer } from '#server/api/route.ts';
import type { Services } from '#server/api/services.ts';
import { type Cell, csvWriter } from '#server/base/csv/index.ts';
import { listTeamMembers } from './list-team.ts';
import type { TeamRow } from './team-row.ts';

type Filter = z.output<typeof getTeamFile.input>;

/** Rows in memory at a time. Each batch is a short query, so a slow reader holds no connection. */
const BATCH = 500;

/**
 * Bounds what one download reads of a large team.
 *
 * @internal exported for the tests
 */
export const TEAM_FILE_MAX = 20_000;

/** Only what the list shows every upline: no contacts, which the owner may hide at any time. */
export async function writeTeamFile(
  services: Services,
  filter: Filter,
  { session: { member }, language }: MemberCaller,
): Promise<FileAnswer | Refused> {
  const rateLimited = await consumeRateLimit(services, 'teamFileAccount', String(member.id));
  if (rateLimited) return rateLimited;
  // A database error is still a refusal here; later it only breaks off the file.
  const first = await listTeamMembers(services, member.id, { ...filter, limit: BATCH });
  if (isRefused(first)) return first;
  const t = translator(language);
  const csv = csvWriter(language);
  const today = isoDay(services.clock.now(), services.config.timeZone);
  return { fileName: fileName(services, ['team', today], 'csv'), pieces: pieces() };

  async function* pieces() {
    yield csv.start + csv.line(head(t));
    let page = first as Exclude<typeof first, Refused>;
    for (let count = page.rows.length; ; count += page.rows.length) {
      yield page.rows.map((row) => csv.line(cellsOf(row, t))).join('');
      if (page.next === null) return;
      if (count >= TEAM_FILE_MAX) break;
      const next = await listTeamMembers(services, member.id, { ...filter, limit: BATCH, cursor: page.next });
      if (isRefused(next)) throw new Error('a cursor of our own was refused');
      page = next;
    }
    yield csv.line(['', t('team:file.cut', { max: formatNumber(TEAM_FILE_MAX) }), '', '', '', '', '', '']);
  }
}

function head(t: Translate): string[] {
  return [
    t('team:columns.line'),
    t('team:columns.user'),
    t('auth:sign_up.username'),
    t('team:filters.status'),
    t('team:filters.active'),
    t('team:columns.in_team'),
    t('team:columns.real_estate'),
    t('team:filters.registered'),
  ];
}

function cellsOf(row: TeamRow, t: Translate): Cell[] {
  const { line, name, username, isFormer, careerStatus, active, inTeam, realEstate, day } = row;
  return [
    numberCell(line),
    isFormer ? t('common:former_member') : (name ?? ''),
    isFormer ? '' : username,
    t(`common:career_status.${careerStatus}`),
    active ? t('common:active') : t('common:not_active'),
    numberCell(inTeam),
    numberCell(realEstate),
    formatDay(day),
  ];
}

function numberCell(value: number): Cell {
  return { amount: String(value) };
}
