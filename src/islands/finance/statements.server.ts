import type { AstroGlobal } from 'astro';
import { getMonthStatement, listStatements } from '#contracts/statements.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

export async function loadMonths(page: AstroGlobal) {
  const cursor = page.url.searchParams.get('cursor') ?? undefined;
  const loaded = await load(page, { me: readProfile(page), months: page.locals.call(listStatements, { cursor }) });
  return loaded instanceof Response ? loaded : { me: loaded.me.data, months: loaded.months.data };
}

const TOO_EARLY = 425;

/** Issues the statement when a person first opens it. Browsers drop what they fetched ahead with such a status. */
export async function loadStatement(page: AstroGlobal) {
  if (page.locals.pageContext.isLookedAhead) return new Response(null, { status: TOO_EARLY });
  const month = page.params['month'] ?? '';
  const loaded = await load(page, {
    me: readProfile(page),
    statement: page.locals.call(getMonthStatement, { month }),
  });
  return loaded instanceof Response ? loaded : { me: loaded.me.data, statement: loaded.statement.data };
}
