export { databaseFigures } from './database-figures.ts';
export { gatherFigures, answerForFigures } from './gather-processes.ts';
export { type Observed, processFigures } from './process-figures.ts';
export { serveMetrics } from './serve-metrics.ts';
