export const ACCRUAL_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const ACCRUAL_LINES_MAX = 100_000;

export const ACCRUAL_FORM_MAX_BYTES = ACCRUAL_FILE_MAX_BYTES + 64 * 1024;

export const BATCH_DIFFERENCES = ['new', 'changed', 'missing'] as const;
/** '0.00' where the member has no lines. */
type MemberSums = { username: string; before: string; now: string };
/** With the batch posted last, by member; `largest` has the first few. */
export type BatchComparison = { batch: string } & Record<
  (typeof BATCH_DIFFERENCES)[number],
  { count: number; largest: MemberSums[] }
>;
