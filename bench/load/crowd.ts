import { startApp } from '../app.ts';
import { openBenchServer, SECRET } from '../bench-server.ts';
import { peopleBelow } from '../../tests/support/people/people.ts';
import { openVisitors } from '../../tests/support/browser/visitors.ts';

/** A separate database with `count` members who are signed in and have money and a PIN. */
export async function openPeople(name: string, count: number) {
  const server = await openBenchServer();
  const members = peopleBelow('anna', count, Math.random);
  const { services, url } = await server.createServices(name, members);
  const newest = members.slice(-count).map(({ username }) => username);
  const people = await openVisitors(services, newest);
  return { services, url, people, close: () => server.close() };
}

export async function openCrowd(name: string, count: number, env: Record<string, string> = {}) {
  const { services, url, people, close } = await openPeople(name, count);
  const app = await startApp({ DATABASE_URL: url, SESSION_SECRET: SECRET, TRUSTED_PROXY_HOPS: '1', ...env });
  return {
    services,
    people,
    app,
    async close() {
      await app.stop();
      await close();
    },
  };
}
