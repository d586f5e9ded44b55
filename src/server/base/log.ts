import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';
type Fields = Record<string, string | number | boolean | undefined>;

/** Callers must leave out tokens, passwords, PINs, bodies and query strings. */
export type Log = (level: Level, event: string, fields?: Fields) => void;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Added to all log lines of the request. */
export const currentRequestId = new AsyncLocalStorage<string>();

/** Safety net; callers must not log these. */
const REDACTED = [
  ...['password', 'password_repeat', 'pin', 'token', 'access', 'refresh', 'secret', 'authorization', 'cookie'],
  ...['bot_check', 'login', 'email', 'to', 'body', 'payload', 'params'],
];

export function createLog(level: (typeof LOG_LEVELS)[number] = 'info', destination?: DestinationStream): Log {
  const options = {
    level,
    base: { pid: process.pid },
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    mixin: () => {
      const requestId = currentRequestId.getStore();
      return requestId === undefined ? {} : { requestId };
    },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  return (lineLevel, event, fields = {}) => logger[lineLevel](fields, event);
}

/** Its message may quote personal data; only `logged` is logged. */
export class QuotingError extends Error {
  override readonly name = 'QuotingError';
  readonly logged: Fields;

  constructor(message: string, logged: Fields) {
    super(message);
    this.logged = logged;
  }
}

/** Leaves out values of queries: of a PostgreSQL error only the code, because its message may quote them. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  if (error instanceof QuotingError) return error.logged;
  const code = codeOf(error);
  const cause = error.cause instanceof Error ? (codeOf(error.cause) ?? messageOf(error.cause)) : undefined;
  const stack = error.stack?.split('\n').filter((line) => /^ +at /.test(line));
  return { error: messageOf(error), code, cause, stack: stack?.slice(0, 5).join(' ').slice(0, 1000) };
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Drizzle appends the values to the message. */
export function messageOf({ message }: Error): string {
  return (message.split('\nparams:')[0] ?? '').slice(0, 500);
}
