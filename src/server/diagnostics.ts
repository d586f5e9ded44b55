import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { RefusalCode } from '#domain/refusals.ts';

/** Something that happens and that somebody may want to count. Where nobody listens, telling it costs nothing. */
function happening<Message>(name: string) {
  const told = channel(`atrium:${name}`);
  return {
    tell: (message: Message) => told.publish(message),
    /** Returns what ends the listening. */
    hear(listener: (message: Message) => void): () => void {
      const hear = (message: unknown) => listener(message as Message);
      told.subscribe(hear);
      return () => void told.unsubscribe(hear);
    },
  };
}

/** A request has its answer; `path` is without its query. */
export const requestAnswered = happening<{ method: string; path: string; status: number; ms: number }>('request');
export const requestShed = happening<{ reason: 'full' | 'lag' }>('shed');
export const refusalGiven = happening<{ code: RefusalCode }>('refused');
export const nodeAsked = happening<{ outcome: 'answered' | 'failed' }>('node');
export const mailTried = happening<{ outcome: 'sent' | 'failed' }>('mail');

/** A piece of work as a trace shows it. Neither its name nor an attribute says who it is for. */
export type Work = {
  kind: 'request' | 'call' | 'job' | 'node' | 'query';
  name: string;
  attributes?: Record<string, string | number>;
  /** Of a request: they may say which trace it belongs to. */
  headers?: Record<string, string | string[] | undefined>;
};

/** What listeners of `work` are given beside it, once it has ended. */
export type EndedWork = Work & { result?: unknown; error?: unknown };

export const work = tracingChannel<unknown, EndedWork>('atrium:work');

/** Does something as a part of a trace. Where nobody listens, it is only done. */
export function asWork<Result>(describe: () => Work, run: () => Promise<Result>): Promise<Result> {
  if (!work.start.hasSubscribers) return run();
  return work.tracePromise(run, describe()) as Promise<Result>;
}
