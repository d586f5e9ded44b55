export const CSV_PROBLEMS = [
  'large',
  'workbook',
  'encoding',
  'quote',
  'long',
  'header',
  'empty',
  'many',
  'fields',
  'amount',
] as const;
export type CsvProblemCode = (typeof CSV_PROBLEMS)[number];
