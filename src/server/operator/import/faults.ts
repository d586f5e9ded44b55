export type RowFault = { line: number; column: string; words: string };

/** Counts all faults, keeps the first 100. */
export type Faults = { count: number; first: RowFault[] };

const MAX_KEPT = 100;

export function addFault(faults: Faults, fault: RowFault): void {
  faults.count += 1;
  if (faults.first.length < MAX_KEPT) faults.first.push(fault);
}

export function firstFaults({ first }: Faults): RowFault[] {
  return first.toSorted((a, b) => a.line - b.line).slice(0, MAX_KEPT);
}

export class FileRefusal extends Error {}
