/** What is wrong with one line of the file, in words for the operator. */
export type RowFault = { line: number; column: string; words: string };

/** All faults are counted, the first of them are kept: a file of a million wrong lines is told in a page. */
export type Faults = { count: number; first: RowFault[] };

const MAX_KEPT = 100;

export function addFault(faults: Faults, fault: RowFault): void {
  faults.count += 1;
  if (faults.first.length < MAX_KEPT) faults.first.push(fault);
}

/** By line, whichever check found them. */
export function firstFaults({ first }: Faults): RowFault[] {
  return first.toSorted((a, b) => a.line - b.line).slice(0, MAX_KEPT);
}

/** The file as a whole can't be imported, told as one sentence. */
export class FileRefusal extends Error {}
