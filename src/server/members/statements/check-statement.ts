import { createPublicKey, verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { readStatementNumber, STATEMENT_FIGURES, type StatementFigures, statementNote } from '#domain/statement.ts';
import type { Db } from '#server/db/connect.ts';
import { statements } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { sealKeyOf } from '#server/members/seals/index.ts';
import type { StatementRow } from './issue-statement.ts';

/** Undefined if there is none, or if it is not what was signed, which is logged. */
export async function findGenuine(
  services: Pick<Services, 'secrets' | 'log'>,
  db: Db,
  typed: string,
): Promise<StatementRow | undefined> {
  const number = readStatementNumber(typed);
  if (!number) return undefined;
  const [row] = await db.select().from(statements).where(eq(statements.number, number));
  return row && isGenuine(services, row) ? row : undefined;
}

/** Whether a key of ours signed the note, and the row says what the note says. */
export function isGenuine(services: Pick<Services, 'secrets' | 'log'>, row: StatementRow): boolean {
  const { note, signature, publicKey } = row;
  const isOurKey = sealKeyOf(services, publicKey) !== undefined;
  if (isOurKey && note === noteOf(row) && isSigned(note, signature, publicKey)) return true;
  services.log('error', 'statement is not what was signed', { number: row.number });
  return false;
}

export function figuresOf(row: StatementRow): StatementFigures {
  return Object.fromEntries(STATEMENT_FIGURES.map((figure) => [figure, row[figure]])) as StatementFigures;
}

export function nameOfNote({ note }: Pick<StatementRow, 'note'>): string {
  return note.split('\n', 1)[0] ?? '';
}

function noteOf(row: StatementRow): string {
  return statementNote(nameOfNote(row), { ...row, month: row.month.slice(0, 7), figures: figuresOf(row) });
}

function isSigned(text: string, signature: Buffer, publicKey: Buffer): boolean {
  const key = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
  return verify(null, Buffer.from(text), createPublicKey({ key, format: 'jwk' }), signature);
}
