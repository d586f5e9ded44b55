import { randomUUID } from 'node:crypto';
import type { Result } from '#contracts/call.ts';
import type { InputOf, OutputOf } from '#contracts/contract.ts';
import { listSupport, readSupport, sendSupport, type SupportRequest } from '#contracts/support.ts';
import { type Api, dataOf } from '../app/api.ts';

type Question = Partial<InputOf<typeof sendSupport>>;

/** A member who asks support. Each question has a new uid unless one is given. */
export type Asker = {
  ask(question?: Question, uid?: string): Promise<Result<OutputOf<typeof sendSupport>>>;
  see(): Promise<SupportRequest[]>;
  /** Marks these as read, up to that time. */
  read(ids: number[], until?: string): Promise<Result<OutputOf<typeof readSupport>>>;
};

export function askerOf(api: Api, bearer: string): Asker {
  return {
    ask: (question, uid = randomUUID()) =>
      api.call(sendSupport, { topic: 'other', message: 'Where is my place?', ...question }, { bearer, uid }),
    see: async () => dataOf(await api.call(listSupport, {}, { bearer })).items,
    read: (ids, until) => api.call(readSupport, { ids, ...(until !== undefined && { until }) }, { bearer }),
  };
}
