/** What each job is told. Ids and addresses only: the queue is no place for a secret. */
export type JobPayloads = {
  /** `to` where a letter is not for the address that the account has when it is sent, `noticeId` where one says the same. */
  'send-mail': { mailId: string; to?: string; noticeId?: number };
  'sweep-mails': Record<string, never>;
  'request-link': { kind: 'activation' | 'reset'; email: string };
  'pay-out': { withdrawalId: string };
  'sweep-payouts': Record<string, never>;
  'follow-transaction': { transactionId: string };
  'sweep-transactions': Record<string, never>;
  'expire-places': Record<string, never>;
  'prepare-export': { memberId: number };
  'sweep-exports': Record<string, never>;
  'sweep-expired': Record<string, never>;
  'seal-ledger': Record<string, never>;
};

export type JobName = keyof JobPayloads;
/** `stopping` tells a job that takes long to give up: it is done again after the next start. */
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name], stopping?: AbortSignal) => Promise<void> };
