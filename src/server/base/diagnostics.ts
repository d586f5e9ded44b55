import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { RefusalCode } from '#domain/refusals.ts';

function countedEvent<Message>(name: string) {
  const events = channel(`atrium:${name}`);
  return {
    publish: (message: Message) => events.publish(message),
    subscribe(listener: (message: Message) => void): () => void {
      const onMessage = (message: unknown) => listener(message as Message);
      events.subscribe(onMessage);
      return () => void events.unsubscribe(onMessage);
    },
  };
}

/** `path` has no query. */
export const requestAnswered = countedEvent<{ method: string; path: string; status: number; ms: number }>('request');
export const requestShed = countedEvent<{ reason: 'full' | 'lag' }>('shed');
export const refusalGiven = countedEvent<{ code: RefusalCode }>('refused');
export const nodeAsked = countedEvent<{ outcome: 'answered' | 'failed' }>('node');
export const mailTried = countedEvent<{ outcome: 'sent' | 'failed' }>('mail');

/** Never names a person. */
export type Work = {
  kind: 'request' | 'call' | 'job' | 'node' | 'query';
  name: string;
  attributes?: Record<string, string | number>;
  headers?: Record<string, string | string[] | undefined>;
};

export type EndedWork = Work & { result?: unknown; error?: unknown };

export const work = tracingChannel<unknown, EndedWork>('atrium:work');

export function asWork<Result>(describe: () => Work, run: () => Promise<Result>): Promise<Result> {
  if (!work.start.hasSubscribers) return run();
  return work.tracePromise(run, describe()) as Promise<Result>;
}
