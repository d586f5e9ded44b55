import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import { RECOVERY_ALPHABET } from '#domain/second-factor.ts';
import { type Month, STATEMENT_SIGNS, STATEMENT_VERSION, statementNote, statementNumber } from '#domain/statement.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, statements } from '#server/db/schema/index.ts';
import { lockAccounts } from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import { isStillMember } from '#server/members/auth/index.ts';
import { newestSealKey } from '#server/members/seals/index.ts';
import { closedMonths } from './months.ts';
import { readFigures } from './read-figures.ts';

export type StatementRow = typeof statements.$inferSelect;

/** Issued by the first request; each later one, also at the same moment, returns that statement. */
export async function issueStatement(
  services: Services,
  month: Month,
  member: Member,
): Promise<StatementRow | Refused> {
  if (!closedMonths(services, member).includes(month)) return refuse('not_found');
  const issued = await findOwn(services.db, member.id, month);
  return issued ?? services.transaction((tx) => issue(tx, services, month, member));
}

async function issue(tx: Db, services: Services, month: Month, member: Member): Promise<StatementRow | Refused> {
  // A transfer takes its time after this lock, so none of the month can still be uncommitted.
  await lockAccounts(tx, [{ kind: 'available', memberId: member.id }]);
  if (!(await isStillMember(tx, member.id))) return refuse('no_session');
  const issued = await findOwn(tx, member.id, month);
  if (issued) return issued;
  const { timeZone, publicOrigin } = services.config;
  const figures = await readFigures(tx, member.id, { month, timeZone });
  const about = {
    number: statementNumber(month, randomSigns()),
    ...{ timeZone, issuer: issuerOf(services), issuedAt: services.clock.now(), version: STATEMENT_VERSION },
  };
  const note = statementNote(`${new URL(publicOrigin).host}/statement`, { ...about, month, figures });
  const key = newestSealKey(services);
  const [row] = await tx
    .insert(statements)
    .values({
      ...{ ...about, ...figures, memberId: member.id, month: `${month}-01` },
      ...{ note, signature: key.sign(note), publicKey: key.publicKey },
    })
    .returning();
  if (!row) throw new Error('the statement was not written');
  return row;
}

async function findOwn(db: Db, memberId: number, month: Month): Promise<StatementRow | undefined> {
  const isOwn = and(eq(statements.memberId, memberId), eq(statements.month, `${month}-01`));
  const [row] = await db.select().from(statements).where(isOwn);
  return row;
}

function randomSigns(): string {
  const sign = () => RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length));
  return Array.from({ length: STATEMENT_SIGNS }, sign).join('');
}

/** One line, because each line of the note is a fact. */
function issuerOf({ config: { company, productName } }: Pick<Services, 'config'>): string {
  const parts = company ? [company.name, company.address] : [productName];
  return parts.filter(Boolean).join(', ').replaceAll(/\s+/g, ' ');
}
