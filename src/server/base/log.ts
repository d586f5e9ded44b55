import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';
type Fields = Record<string, string | number | boolean | undefined>;

/** One JSON object a line. Whoever calls it leaves out tokens, passwords, PINs, bodies and query strings. */
export type Log = (level: Level, event: string, fields?: Fields) => void;

/** From the least to nothing at all. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The id of the request that is being answered: every line of the log that is written meanwhile carries it. */
export const currentRequestId = new AsyncLocalStorage<string>();

/** Nobody means to write them: a second line of defence behind the rule that callers name what they write. */
const REDACTED = [
  ...['password', 'password_repeat', 'pin', 'token', 'access', 'refresh', 'secret', 'authorization', 'cookie'],
  ...['bot_check', 'login', 'email', 'to', 'body', 'payload', 'params'],
];

/** The log of a process, at the level of the setting `LOG_LEVEL`; to standard output, where nothing else is named. */
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

/** An error whose words may quote an address or a text of somebody: the log tells only what it is given. */
export class QuotingError extends Error {
  override readonly name = 'QuotingError';
  readonly logged: Fields;

  constructor(message: string, logged: Fields) {
    super(message);
    this.logged = logged;
  }
}

/**
 * An error as fields, its stack on one line; without the values that a failed query carried. PostgreSQL's own words may
 * quote one, so of its answer only the code is told; what has no code was said on our side.
 */
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

/** What an error says, without the values that Drizzle writes under a failed query. */
export function messageOf({ message }: Error): string {
  return (message.split('\nparams:')[0] ?? '').slice(0, 500);
}
