/** What one file of earnings may hold: with more, divide it into several batches. */
export const ACCRUAL_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const ACCRUAL_LINES_MAX = 100_000;

/** With what a form adds to its file. */
export const ACCRUAL_FORM_MAX_BYTES = ACCRUAL_FILE_MAX_BYTES + 64 * 1024;

/** Why a file can’t be read at all; `line` is one of the file, `count` what is there instead of what may be. */
export const CSV_PROBLEMS = ['large', 'encoding', 'quote', 'header', 'empty', 'many', 'fields'] as const;
export type CsvProblem = { code: (typeof CSV_PROBLEMS)[number]; line?: number; count?: number };
