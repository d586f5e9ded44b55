import { freePort } from '../../tests/support/free-port.ts';
import { startApp } from '../app.ts';
import { signInAsAnna } from '../sign-in.ts';
import type { Ours } from './ours.ts';
import type { Peers } from './peers.ts';

/** `rows` selects the visible rows; `all` is their number at first. */
export type List = { box: string; rows: string; all: number; word: string };

/** `list` is missing if the page has no search. */
export type TeamPage = { name: string; address: string; list?: List };

/** One server with one or more variants of the team page. */
export type Contestant = { name: string; pages: TeamPage[]; start(): Promise<RunningServer> };

export type RunningServer = {
  origin: string;
  /** Address of an HTTP/2 proxy that compresses equally for all. */
  front: string;
  pid: number;
  startMs: number;
  /** Access token of the signed-in member; only our page has one. */
  cookie?: string;
  stop(): Promise<void>;
};

const TEAM = '/ru/dashboard/team';

export function contestantsOf(peers: Peers, ours: Ours): Contestant[] {
  return [...ours.variants.map((variant) => ourContestant(variant, ours, peers)), ...peerContestants(peers)];
}

function ourContestant(
  { name, rows: all, env, args }: Ours['variants'][number],
  { word }: Ours,
  { proxy }: Peers,
): Contestant {
  const list = { box: '#search', rows: '#members tbody tr:not([hidden])', all, word };
  return {
    name,
    pages: [{ name, address: TEAM, list }],
    async start() {
      const app = await startApp(env, args);
      const { access } = await signInAsAnna(app.origin);
      const front = await openFront(proxy, Number(new URL(app.origin).port));
      const stop = async () => {
        front.close();
        await app.stop();
      };
      return { ...app, front: front.origin, cookie: access, stop };
    },
  };
}

/** The fixed bytes have no script, so their page has no search. */
export function peerContestants({ path, peers, subjects, start, stop, proxy }: Peers): Contestant[] {
  const list = { box: '.filter input', rows: 'tbody tr', all: 50, word: 'pet' };
  return peers.map((peer) => {
    const ways = subjects.filter((subject) => subject.peer === peer);
    const pages: TeamPage[] = ways.map(({ name, query }) => ({ name, address: path + query, list }));
    if (!ways.some(({ name }) => name === peer.name)) pages.push({ name: peer.name, address: path });
    return {
      name: peer.name,
      pages,
      async start() {
        const { child, coldMs } = await start(peer);
        const front = await openFront(proxy, peer.port);
        return {
          origin: `http://127.0.0.1:${peer.port}`,
          front: front.origin,
          pid: child.pid ?? 0,
          startMs: coldMs,
          async stop() {
            front.close();
            await stop(child);
          },
        };
      },
    };
  });
}

export async function openFront(proxy: Peers['proxy'], upstream: number): Promise<{ origin: string; close(): void }> {
  const port = await freePort();
  const server = await proxy(port, upstream);
  return { origin: `https://localhost:${port}`, close: () => server.close() };
}
