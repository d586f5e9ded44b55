import { migrateDatabase } from '#server/db/migrate.ts';

// Stands for one of several copies of the app that start at the same moment.
const [databaseUrl = ''] = process.argv.slice(2);
console.log('ready');
process.stdin.once('data', () => {
  migrateDatabase(databaseUrl)
    .then(
      () => 'done',
      (error: Error) => error.message,
    )
    .then((outcome) => console.log(JSON.stringify(outcome)));
});
