import type { AstroGlobal } from 'astro';
import { type PublicStatement, verifyStatement } from '#contracts/statements.ts';
import { path } from '#domain/paths.ts';
import { readStatementNumber } from '#domain/statement.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';

type Checked = { typed: string | undefined; statement: PublicStatement | undefined };

/** Of a number in the path, or as it was typed; a well-formed one is led to its own address. */
export async function loadVerified(page: AstroGlobal): Promise<Response | Checked> {
  const { call, language } = page.locals;
  const inPath = page.params['number'];
  const typed = inPath ?? page.url.searchParams.get('number')?.trim();
  if (!typed) return { typed: undefined, statement: undefined };
  const number = readStatementNumber(typed);
  if (number && number !== inPath) return page.redirect(path(language, 'verifyNumber', { number }), 302);
  const answer = number ? await call(verifyStatement, { number }) : undefined;
  if (answer?.success) return { typed, statement: answer.data };
  if (answer && answer.error.status !== 404) return respondToRefusal(page, answer.error);
  page.response.status = 404;
  return { typed, statement: undefined };
}
