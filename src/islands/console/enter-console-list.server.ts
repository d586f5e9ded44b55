import type { AstroGlobal } from 'astro';
import type { StaffMe } from '#contracts/console/session.ts';
import type { Contract, InputOf } from '#contracts/contract.ts';
import type { ConsolePage } from '#domain/console-paths.ts';
import { type ListQuery, readHidden, readQuery } from './list-query.ts';
import type { ListStart } from './use-list.ts';
import { answerConsole } from './answer-console.server.ts';
import { enterConsole } from './enter-console.server.ts';

type ConsoleList<C extends Contract> = { me: StaffMe; start: ListStart<C> };

/** `fixed`: input that is in the path. */
export async function enterConsoleList<C extends Contract>(
  astro: AstroGlobal,
  page: ConsolePage,
  contract: C,
  fixed: ListQuery = {},
): Promise<ConsoleList<C> | Response> {
  const me = await enterConsole(astro, page);
  if (me instanceof Response) return me;
  const { searchParams } = astro.url;
  const query = readQuery(searchParams, contract, fixed);
  const answer = await astro.locals.call(contract, { ...fixed, ...query } as InputOf<C>);
  if (!answer.success) return answerConsole(astro, answer.error);
  return { me, start: { page: answer.data, query, hidden: readHidden(searchParams) } };
}
