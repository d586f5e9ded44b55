import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Machine, tellFactor } from './machine.ts';

/** Results of a bench, read by `goals.ts`. */
export type Written = {
  at: string;
  /** Times and rates are not judged without it. */
  factor?: number | undefined;
  figures: Record<string, number>;
  /** Why a figure is missing. */
  missing: Record<string, string>;
};

type Run = {
  machine: Machine;
  figures: Record<string, number | undefined>;
  missing?: Record<string, string>;
  /** All measurements, for a closer look. */
  details?: object;
};

/** Prints the machine's factor and writes the figures to `bench/<name>.json`. */
export async function writeFigures(name: string, { machine, figures, missing = {}, details }: Run): Promise<void> {
  const factor = machine.factor();
  tellFactor(machine);
  const known = Object.entries(figures).filter(([, value]) => Number.isFinite(value));
  const written = { at: new Date().toISOString(), factor, figures: Object.fromEntries(known), missing, details };
  await writeFile(fileOf(name), `${JSON.stringify(written, null, 1)}\n`);
}

export function readFigures(name: string): Written | undefined {
  const file = fileOf(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Written) : undefined;
}

function fileOf(name: string): string {
  return `bench/${name}.json`;
}
