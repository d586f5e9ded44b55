export { readLegalFile } from './legal-file.ts';
export { publishLegal } from './publish-legal.ts';
export { listLegalVersions, missingDocuments, newestLegalFile } from './queries.ts';
export { legalSample } from './sample.ts';
export { legalRoutes } from './routes.ts';
