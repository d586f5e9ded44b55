import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNode, type OpenNode } from '#server/node/client.ts';
import type { SimulatorState } from '#simulator/state.ts';
import { type RunningSimulator, runSimulator } from '#simulator/server.ts';
import type { Webhooks } from '#simulator/webhooks.ts';
import { afterwards } from '../afterwards.ts';

export const NODE_SECRET = 'kR4v9Qm2Tz7Lw1Xc6Yb8Nd3Hf5Jg0PsUaE';
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** What an app asks when its test has no node: a line that is never there. */
export function noNode(): OpenNode {
  return openNode({ url: NOWHERE, secret: NODE_SECRET });
}

/** For a site of its own: a node that can't be reached, so that no simulator is started. */
export const NO_NODE = { QPAYMENTS_URL: NOWHERE, QPAYMENTS_SECRET: NODE_SECRET };

export type TestNode = {
  node: OpenNode;
  url: string;
  state: SimulatorState;
  /** Nobody is told of payments until it is said where: `webhooks.sendTo`. */
  webhooks: Webhooks;
  /** The simulator goes away, and another takes its place with its port and its file. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type Options = {
  limitMs?: number;
  secret?: string;
  /** The node's clock, for payments and webhooks; Atrium’s own where that is turned by hand. */
  now?: () => Date;
};

/** Nobody waits long for a further try of a webhook. */
const WAITS_MS = [10, 20];

/** A simulator of the file's own, over real HTTP, and Atrium’s line to it. Gone after the file. */
export async function openTestNode({ limitMs = 5_000, secret = NODE_SECRET, now }: Options = {}): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-node-'));
  const file = join(folder, 'simulator.jsonl');
  const options = { secret, file, waitsMs: WAITS_MS, ...(now && { now }) };
  let running: RunningSimulator = await runSimulator({ ...options, port: 0 });
  const { url } = running;
  const node = openNode({ url, secret }, limitMs);
  afterwards(async () => {
    node.close();
    await running.stop();
    rmSync(folder, { recursive: true });
  });
  return {
    node,
    url,
    get state() {
      return running.state;
    },
    get webhooks() {
      return running.webhooks;
    },
    stop: () => running.stop(),
    async start() {
      running = await runSimulator({ ...options, port: Number(new URL(url).port) });
    },
  };
}
