export { type LineFault, type Posted, postAccruals, postBatch } from './post-accruals.ts';
export { reverseAccrualBatch } from './reverse-accruals.ts';
export { readAccrualLabels } from './read-labels.ts';
export { readAccrualsCsv } from './read-csv.ts';
export { accrualRoutes } from './routes.ts';
