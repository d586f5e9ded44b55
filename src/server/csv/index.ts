export type { CsvSource } from './encoding.ts';
export { type CsvProblem, CsvRefusal, tellCsvProblem } from './problem.ts';
export { type CsvRow, openCsv } from './read-csv.ts';
export { type Cell, type CsvWriter, csvWriter } from './write-csv.ts';
