import { createInterface } from 'node:readline';
import { refreshSession } from '#contracts/auth.ts';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { silentLog } from '#server/log.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { deriveSecrets } from '#server/secrets.ts';
import { apiOf } from './api.ts';
import { connectPatiently } from './patient.ts';

// Stands for one more copy of the app: refreshes a token so many times at once, line by line, and tells the answers.
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: secret });
const secrets = deriveSecrets(secret);
const database = connectPatiently(databaseUrl);
const api = apiOf(
  createApp({
    ...database,
    clock: systemClock,
    config,
    secrets,
    log: silentLog,
    node: openNode(nodeAddress(config, secrets)),
  }),
);

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { refresh, times } = JSON.parse(line);
  const calls = Array.from({ length: times }, () => api.call(refreshSession, { refresh }));
  const answers = await Promise.all(calls);
  console.log(JSON.stringify(answers.map((answer) => (answer.success ? answer.data.refresh : answer.error.code))));
}
await database.close();
