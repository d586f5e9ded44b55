export { prepareExport } from './export/prepare-export.ts';
export { sweepExports } from './export/prepare-job.ts';
export { dataRoutes } from './routes.ts';
