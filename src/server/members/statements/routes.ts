import * as contracts from '#contracts/statements.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import { fileName } from '#server/base/file-name.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import { findGenuine } from './check-statement.ts';
import { issueStatement } from './issue-statement.ts';
import { listKeys } from './list-keys.ts';
import { listMonths } from './list-months.ts';
import { presentOwn, presentPublic } from './present.ts';

export function statementRoutes(services: Services): Route[] {
  const countRequest = (address: string) => consumeRateLimit(services, 'verifyAddress', addressKey(address));
  return [
    route(contracts.listStatements, (input, { session }) => listMonths(services, input, session.member)),
    route(contracts.getMonthStatement, async ({ month }, { session: { member } }) => {
      const rateLimited = await consumeRateLimit(services, 'monthStatementAccount', String(member.id));
      if (rateLimited) return rateLimited;
      const row = await issueStatement(services, month, member);
      return isRefused(row) ? row : presentOwn(services, row);
    }),
    route(contracts.verifyStatement, async ({ number }, { address }, db) => {
      const rateLimited = await countRequest(address);
      if (rateLimited) return rateLimited;
      const row = await findGenuine(services, db, number);
      return row ? presentPublic(row) : refuse('not_found');
    }),
    fileRoute(contracts.getStatementNote, async ({ number }, { address }) => {
      const rateLimited = await countRequest(address);
      if (rateLimited) return rateLimited;
      const row = await findGenuine(services, services.db, number);
      return row
        ? { fileName: fileName(services, ['statement', row.number], 'txt'), pieces: pieces(row) }
        : refuse('not_found');
    }),
    route(
      contracts.listSigningKeys,
      async (_, { address }, db) => (await countRequest(address)) ?? listKeys(services, db),
    ),
  ];
}

type Row = Parameters<typeof presentPublic>[0];

async function* pieces(row: Row) {
  const { note, signature } = presentPublic(row);
  yield `${note}\n${signature}\n`;
}
