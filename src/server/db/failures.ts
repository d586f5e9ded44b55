const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
export const READ_ONLY = '25006';
/** https://www.postgresql.org/docs/18/errcodes-appendix.html: connection, login, resources, operator, system. */
const SQL_STATES = new RegExp(`^(08|28|3D|53|57|58|55000|${READ_ONLY})`);
const MESSAGES = /timeout|terminated|Connection ended|not queryable|pool/i;

export function isDatabaseDown(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : undefined;
    // Drizzle’s message is skipped: it quotes the values of the query, and user input could match.
    const isWrapped = at.cause instanceof Error;
    if (code ? CONNECTION_CODES.has(code) || SQL_STATES.test(code) : !isWrapped && MESSAGES.test(at.message))
      return true;
  }
  return false;
}

export function isTaken(error: unknown, index: string): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && at.code === '23505' && 'constraint' in at) return at.constraint === index;
  }
  return false;
}

export function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === '55P03';
}
