export { checkAccruals, type LineFault, type Posted, postAccruals, postBatch } from './post-accruals.ts';
export { findRepeats } from './find-repeats.ts';
export { reverseAccrualBatch } from './reverse-accruals.ts';
export { readAccrualLabels } from './read-labels.ts';
export { accrualTemplate } from './template.ts';
export { readAccrualsCsv } from './read-csv.ts';
export { type AccrualLine } from './check-lines.ts';
export { readBatch, readBatchLines } from './read-batch.ts';
export { accrualRoutes } from './routes.ts';
