import type { Contract } from './contract.ts';

/** A call by the name of its contract, and the area that its file is about. */
export type Operation = { id: string; area: string; contract: Contract };

/** An area of the API, and in one sentence what its calls do. */
export type Area = { name: string; about: string; file: object };

export function operationsOf(areas: readonly Area[]): Operation[] {
  return areas.flatMap(({ name: area, file }) =>
    Object.entries(file).flatMap(([id, contract]: [string, unknown]) =>
      isContract(contract) ? [{ id, area, contract }] : [],
    ),
  );
}

/** A file of contracts also exports lists of words and fields. */
function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'caller' in value && 'path' in value;
}
