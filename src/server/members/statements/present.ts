import type { PublicStatement, Statement } from '#contracts/statements.ts';
import { moneyText } from '#domain/money.ts';
import { STATEMENT_FIGURES } from '#domain/statement.ts';
import type { Services } from '#server/api/services.ts';
import { signatureLine, verifierKey } from '#server/members/seals/index.ts';
import { figuresOf, isGenuine, nameOfNote } from './check-statement.ts';
import type { StatementRow } from './issue-statement.ts';
import { readFigures } from './read-figures.ts';

/** Names no member. */
export function presentPublic(row: StatementRow): PublicStatement {
  const name = nameOfNote(row);
  return {
    number: row.number,
    month: row.month.slice(0, 7),
    time_zone: row.timeZone,
    issuer: row.issuer,
    closing: moneyText(row.closing),
    issued_at: row.issuedAt.toISOString(),
    note: row.note,
    signature: signatureLine(name, row.publicKey, row.signature),
    key: verifierKey(name, row.publicKey),
  };
}

/** Compared with the ledger of now: a difference must never happen, and is logged. */
export async function presentOwn(
  services: Pick<Services, 'db' | 'secrets' | 'log'>,
  row: StatementRow,
): Promise<Statement> {
  const { opening, closing, ...lines } = figuresOf(row);
  const texts = Object.entries({ opening, ...lines, closing }).map(([name, micros]) => [name, moneyText(micros)]);
  const state = isGenuine(services, row) ? await compare(services, row) : 'invalid';
  return {
    ...presentPublic(row),
    ...(Object.fromEntries(texts) as Record<keyof typeof lines | 'opening', string>),
    state,
  };
}

async function compare({ db, log }: Pick<Services, 'db' | 'log'>, row: StatementRow): Promise<'valid' | 'differs'> {
  const [stored, now] = [
    figuresOf(row),
    await readFigures(db, row.memberId, { month: row.month.slice(0, 7), timeZone: row.timeZone }),
  ];
  if (STATEMENT_FIGURES.every((figure) => stored[figure] === now[figure])) return 'valid';
  log('error', 'ledger differs from a statement', { number: row.number, memberId: row.memberId });
  return 'differs';
}
