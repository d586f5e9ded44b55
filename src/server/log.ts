type Level = 'info' | 'warn' | 'error';
type Fields = Record<string, string | number | boolean | undefined>;

/** One JSON object a line. Whoever calls it leaves out tokens, passwords, PINs, bodies and query strings. */
export type Log = (level: Level, event: string, fields?: Fields) => void;

export const jsonLog: Log = (level, event, fields) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
};

/** An error as fields, its stack on one line; without the values that a failed query carried. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = error.message.split('\nparams:')[0] ?? '';
  const stack = error.stack?.split('\n').filter((line) => /^ +at /.test(line));
  return { error: message.slice(0, 500), code, stack: stack?.slice(0, 5).join(' ').slice(0, 1000) };
}
