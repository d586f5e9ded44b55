import { migrateBack } from '#server/db/migrate-back.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { logCommand } from '#server/operator/cli/log-command.ts';

export const takeMigrationBack: Command = {
  kind: 'changes',
  name: 'migrations back',
  usage: 'migrations back --why TEXT',
  about: 'Takes the last migration back. Stop this version first: whatever of it starts applies the migration again',
  async run(services, orders, tx) {
    const wordsOn = (tag: string) => `${tag} is taken back. From now on start only the previous version.`;
    // Log before migrating: the migration may drop the audit log.
    const result = await migrateBack(tx, undefined, (tag) =>
      logCommand(tx, services, this, orders, { words: wordsOn(tag), subject: `migration:${tag}` }),
    );
    if ('refused' in result) return result;
    return { words: wordsOn(result.tag), data: { migration: result.tag }, logged: true };
  },
};
