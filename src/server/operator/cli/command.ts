import { readFile, writeFile } from 'node:fs/promises';
import type { Config } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import type { AuditValues } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

export type Orders = { words: string[]; options: Record<string, string>; operator: string; why: string };

/** `unchanged`: dry run or repetition. `wrong`: a check failed. `secret`: never logged. `logged`: already audited. */
export type Outcome =
  | ({ words: string; data: unknown; unchanged?: true; secret?: string; logged?: true } & Change)
  | { wrong: string; data: unknown }
  | { refused: string };

export type Change = { subject?: string; before?: AuditValues; after?: AuditValues };

/** Flags are parsed from `usage`: `--flag VALUE`, or `--flag` alone. */
type CommandInfo = { name: string; usage: string; about: string };

export type ChangingCommand = CommandInfo & {
  kind: 'changes';
  run(services: Services, orders: Orders, tx: Db): Promise<Outcome>;
};

/** Opens databases itself; they are not migrated first. */
export type DatabaseCommand = CommandInfo & {
  kind: 'databases';
  run(config: Config, orders: Orders): Promise<Outcome>;
};

/** `changes` needs a reason and is logged in its transaction. `alone` needs no settings and no database. */
export type Command =
  | ChangingCommand
  | DatabaseCommand
  | (CommandInfo & { kind: 'reads'; run(services: Services, orders: Orders): Promise<Outcome> })
  | (CommandInfo & { kind: 'alone'; run(orders: Orders): Promise<Outcome> });

const COMMON_FLAGS = {
  reads: '--json',
  changes: '--by NAME --json',
  databases: '--why TEXT --by NAME --json',
  alone: '--json',
};

export function flagsOf({ usage, kind }: Command): Map<string, { hasValue: boolean }> {
  const matches = `${usage} ${COMMON_FLAGS[kind]}`.matchAll(/--([a-z-]+)(?: ([^\s[\]|-]))?/g);
  return new Map([...matches].map(([, name = '', value]) => [name, { hasValue: value !== undefined }]));
}

export function countOf(count: number, singular: string, many = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : many}`;
}

export async function readInputFile(file: string): Promise<{ bytes: Buffer } | { refused: string }> {
  try {
    return { bytes: await readFile(file) };
  } catch (error) {
    return { refused: `The file “${file}” can’t be read (${(error as NodeJS.ErrnoException).code ?? 'EIO'}).` };
  }
}

/** Never overwrites a file. */
export async function writeTemplate(file: string, content: string): Promise<Outcome> {
  if (file === '') return { refused: 'Name the file to write.' };
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    return { refused: `The file “${file}” can’t be written (${(error as NodeJS.ErrnoException).code ?? 'EIO'}).` };
  }
  return { words: `The template is in ${file}.`, data: { file } };
}
