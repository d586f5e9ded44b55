import { migrateDatabase } from '#server/db/migrate.ts';
import { silentLog } from '../app/silent-log.ts';

// Acts as one of several copies of the app that start at the same moment.
const [databaseUrl = '', folder] = process.argv.slice(2);
console.log('ready');
process.stdin.once('data', () => {
  migrateDatabase(databaseUrl, silentLog, folder)
    .then(
      () => 'done',
      (error: Error) => error.message,
    )
    .then((outcome) => console.log(JSON.stringify(outcome)));
});
