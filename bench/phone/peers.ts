import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Server } from 'node:http';
import type { ChildProcess } from 'node:child_process';

/** Another way to build the team page: a server that answers on its port. */
type Peer = { name: string; port: number };

/** What we use of the folder with the peers, which is no part of this project. */
export type Peers = {
  /** Where each has its team page. */
  path: string;
  peers: Peer[];
  /** What a browser opens: a peer, sometimes twice with another query. */
  subjects: { name: string; peer: Peer; query: string }[];
  start(peer: Peer): Promise<{ child: ChildProcess; coldMs: number }>;
  stop(child: ChildProcess): Promise<void>;
  /** HTTP/2 in front of a port of this machine; compresses alike whoever answers. */
  proxy(port: number, upstream: number): Promise<Server>;
};

export async function readPeers(folder: string): Promise<Peers> {
  const read = (file: string) => import(pathToFileURL(join(resolve(folder), file)).href);
  const [list, server, front] = await Promise.all(['peers.mjs', 'server.mjs', 'proxy.mjs'].map(read));
  return { ...list, ...server, ...front };
}
