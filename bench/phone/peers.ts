import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Server } from 'node:http';
import type { ChildProcess } from 'node:child_process';

/** A server with the team page in another framework. */
type Peer = { name: string; port: number };

/** Exports of the peers' folder that we use. */
export type Peers = {
  /** Path of the team page, the same for all. */
  path: string;
  peers: Peer[];
  /** Pages to open in a browser: each peer, some a second time with another query. */
  subjects: { name: string; peer: Peer; query: string }[];
  start(peer: Peer): Promise<{ child: ChildProcess; coldMs: number }>;
  stop(child: ChildProcess): Promise<void>;
  /** HTTP/2 proxy before a local port that compresses equally for all peers. */
  proxy(port: number, upstream: number): Promise<Server>;
};

export async function readPeers(folder: string): Promise<Peers> {
  const read = (file: string) => import(pathToFileURL(join(resolve(folder), file)).href);
  const [list, server, front] = await Promise.all(['peers.mjs', 'server.mjs', 'proxy.mjs'].map(read));
  return { ...list, ...server, ...front };
}
