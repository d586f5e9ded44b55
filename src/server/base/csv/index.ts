export { type CsvProblem, CsvRefusal, tellCsvProblem } from './problem.ts';
export { openCsv } from './read-csv.ts';
export { type Cell, type CsvWriter, csvWriter } from './write-csv.ts';
