export { exportMember } from './export/export-data.ts';
export { makeExport } from './export/make-export.ts';
export { sweepExports } from './export/prepared-file.ts';
export { dataRoutes } from './routes.ts';
