import type { AstroGlobal } from 'astro';
import { getTeamMember, listLine } from '#contracts/team.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';
import { pack } from './persons.ts';
import { lineOf, readPosition, topOf } from './tree-view.ts';

export async function loadTree(page: AstroGlobal) {
  const { call, site } = page.locals;
  const profile = await readProfile(page);
  if (!profile.success) return respondToRefusal(page, profile.error);
  const { username, name, photo, career_status, is_former, active } = profile.data;
  const me = { username, name, photo, career_status, is_former, active };
  const { at, cursor } = readPosition(page.url.searchParams, username);
  const found = findLine(page, at ?? username, cursor);
  const answer = found.then((line) => line.answer);
  const loaded = await load(page, {
    line: answer,
    ...(at && { member: call(getTeamMember, { username: at }) }),
  });
  if (loaded instanceof Response) return loaded;
  const { data } = loaded.line;
  const position = { at, cursor: (await found).cursor };
  const line = lineOf(data, site.timeZone, { isFromStart: position.cursor === undefined });
  const top = topOf(me, loaded.member?.data, data.in_team, site.timeZone);
  return { me: profile.data, screen: { me, position, top, line: { ...line, persons: line.persons.map(pack) } } };
}

/** An invalid cursor falls back to the first rows. */
async function findLine({ locals: { call } }: AstroGlobal, username: string, cursor: string | undefined) {
  const answer = await call(listLine, { username, cursor });
  if (!cursor || answer.success || answer.error.code !== 'invalid') return { answer, cursor };
  return { answer: await call(listLine, { username }), cursor: undefined };
}
