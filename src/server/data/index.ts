export { makeExport } from './export/make-export.ts';
export { sweepExports } from './export/prepare-job.ts';
export { dataRoutes } from './routes.ts';
