import { createInterface } from 'node:readline';
import { refreshSession } from '#contracts/auth.ts';
import { createApp } from '#server/http/calls/app.ts';
import { apiOf } from '../app/api.ts';
import { openCopy } from './copy.ts';

// Acts as another copy of the app: refreshes a token `times` times at once per input line and prints the results.
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
