import { migrateBack } from '#server/db/migrate-back.ts';
import type { Command } from '../command.ts';

export const takeMigrationBack: Command = {
  kind: 'changes',
  name: 'migrations back',
  usage: 'migrations back --why TEXT',
  about: 'Takes the last migration back. Stop this version first: whatever of it starts applies the migration again',
  async run(_services, _orders, tx) {
    const done = await migrateBack(tx);
    if ('refused' in done) return done;
    return {
      words: `${done.tag} is taken back. From now on start only the previous version.`,
      data: { migration: done.tag },
    };
  },
};
