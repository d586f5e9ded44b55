import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { RefusalCode } from '#domain/refusals.ts';

/** Something that happens and that somebody may want to count. Without a subscriber, publishing it costs nothing. */
function countedEvent<Message>(name: string) {
  const events = channel(`atrium:${name}`);
  return {
    publish: (message: Message) => events.publish(message),
    /** Returns what ends the subscription. */
    subscribe(listener: (message: Message) => void): () => void {
      const onMessage = (message: unknown) => listener(message as Message);
      events.subscribe(onMessage);
      return () => void events.unsubscribe(onMessage);
    },
  };
}

/** A request has its answer; `path` is without its query. */
export const requestAnswered = countedEvent<{ method: string; path: string; status: number; ms: number }>('request');
export const requestShed = countedEvent<{ reason: 'full' | 'lag' }>('shed');
export const refusalGiven = countedEvent<{ code: RefusalCode }>('refused');
export const nodeAsked = countedEvent<{ outcome: 'answered' | 'failed' }>('node');
export const mailTried = countedEvent<{ outcome: 'sent' | 'failed' }>('mail');

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
