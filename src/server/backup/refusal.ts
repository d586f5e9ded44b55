/** The message is one sentence for the operator, who can solve the problem. */
export class BackupRefusal extends Error {}

export function explainError(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string };
  if (/^Connection terminated|^This socket has been ended/.test(message)) {
    return new BackupRefusal('PostgreSQL ended the connection in the middle; see its log, and try again.');
  }
  switch (code) {
    case '57P01':
    case '57P02':
    case '57P03':
      return new BackupRefusal(`PostgreSQL stops or starts just now (${message}); try again.`);
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return new BackupRefusal(`PostgreSQL can’t be reached (${code}); see whether it runs and the address is right.`);
    case '28P01':
    case '28000':
      return new BackupRefusal(`PostgreSQL does not let us in: ${message}.`);
    case '3D000':
      return new BackupRefusal(`PostgreSQL says: ${message}. Create it first.`);
    case '42501':
      return new BackupRefusal(`PostgreSQL does not allow it (${message}); use the role that owns the database.`);
    case '53100':
      return new BackupRefusal(`The disk of PostgreSQL is full (${message}); nothing was changed.`);
    case '55P03':
      return new BackupRefusal('Somebody writes to the database; stop the site on every machine and try again.');
    default:
      return error;
  }
}
