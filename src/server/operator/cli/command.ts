import { readFile } from 'node:fs/promises';
import type { Config } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import type { AuditValues } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** What the operator typed after the command's name, and the reason they gave. */
export type Orders = { words: string[]; options: Record<string, string>; operator: string; why: string };

/**
 * `words` for a person, `data` for a program. A refusal changed nothing; neither did what is `unchanged`: it was only
 * tried, or done before. What is `wrong` was looked at and is not as it should be. A `secret` is shown once, below the
 * words, and never logged. What is `logged` has its entry in the audit log already.
 */
export type Outcome =
  | ({ words: string; data: unknown; unchanged?: true; secret?: string; logged?: true } & Change)
  | { wrong: string; data: unknown }
  | { refused: string };

/** What the audit log says besides the words: what was changed, `member:anna`, and how it was and is. */
export type Change = { subject?: string; before?: AuditValues; after?: AuditValues };

/** `usage` is also what the command's flags are read from: `--flag VALUE`, or `--flag` alone. */
type Named = { name: string; usage: string; about: string };

export type ChangingCommand = Named & {
  kind: 'changes';
  run(services: Services, orders: Orders, tx: Db): Promise<Outcome>;
};

/** Works on databases as a whole, which it opens itself: none is migrated before. */
export type DatabaseCommand = Named & { kind: 'databases'; run(config: Config, orders: Orders): Promise<Outcome> };

/**
 * A command looks, or changes something: then it needs a reason, and its log entry is part of the change. What is
 * `alone` needs no configuration and no database.
 */
export type Command =
  | ChangingCommand
  | DatabaseCommand
  | (Named & { kind: 'reads'; run(services: Services, orders: Orders): Promise<Outcome> })
  | (Named & { kind: 'alone'; run(orders: Orders): Promise<Outcome> });

/** Flags that every command takes, or every one that changes something. */
const COMMON_FLAGS = {
  reads: '--json',
  changes: '--by NAME --json',
  databases: '--why TEXT --by NAME --json',
  alone: '--json',
};

/** The flags of a command by name, and whether a value follows. */
export function flagsOf({ usage, kind }: Command): Map<string, { hasValue: boolean }> {
  const found = `${usage} ${COMMON_FLAGS[kind]}`.matchAll(/--([a-z-]+)(?: ([^\s[\]|-]))?/g);
  return new Map([...found].map(([, name = '', value]) => [name, { hasValue: value !== undefined }]));
}

/** A number with its noun: “1 line”, “20 lines”. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A file that the operator names. */
export async function readNamed(file: string): Promise<{ bytes: Buffer } | { refused: string }> {
  try {
    return { bytes: await readFile(file) };
  } catch (error) {
    return { refused: `The file “${file}” can’t be read (${(error as NodeJS.ErrnoException).code ?? 'EIO'}).` };
  }
}
