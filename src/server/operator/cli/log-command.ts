import { hostname } from 'node:os';
import { writeAudit } from '#server/audit/index.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import type { Change, Command, Orders } from './command.ts';

export function logCommand(
  tx: Db,
  services: Pick<Services, 'clock' | 'secrets'>,
  { name }: Pick<Command, 'name'>,
  { operator, why, words: args }: Orders,
  { words: outcome, subject = '', before, after }: Change & { words: string },
): Promise<void> {
  return writeAudit(tx, services, {
    ...{ actor: `operator:${operator}`, action: name, subject, reason: why },
    ...{ before, after: { ...after, words: args.join(' '), outcome }, address: hostname() },
  });
}
