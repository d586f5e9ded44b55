/** What one file of earnings may hold: with more, divide it into several batches. */
export const ACCRUAL_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const ACCRUAL_LINES_MAX = 100_000;

/** With what a form adds to its file. */
export const ACCRUAL_FORM_MAX_BYTES = ACCRUAL_FILE_MAX_BYTES + 64 * 1024;
