export { type LineFault, type Posted, postAccruals } from './post-accruals.ts';
export { reverseAccrualBatch } from './reverse-accruals.ts';
export { readAccrualsCsv } from './read-csv.ts';
export { accrualRoutes } from './routes.ts';
