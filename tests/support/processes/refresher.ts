import { createInterface } from 'node:readline';
import { refreshSession } from '#contracts/auth.ts';
import { createApp } from '#server/http/calls/app.ts';
import { apiOf } from '../app/api.ts';
import { openCopy } from './copy.ts';

// Stands for one more copy of the app: refreshes a token so many times at once, line by line, and tells the answers.
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const services = openCopy(databaseUrl, secret);
const api = apiOf(createApp(services));

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { refresh, times } = JSON.parse(line);
  const calls = Array.from({ length: times }, () => api.call(refreshSession, { refresh }));
  const answers = await Promise.all(calls);
  console.log(JSON.stringify(answers.map((answer) => (answer.success ? answer.data.refresh : answer.error.code))));
}
await services.close();
