import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNode, type OpenNode } from '#server/node/client.ts';
import type { SimulatorState } from '#simulator/state.ts';
import { type RunningSimulator, runSimulator } from '#simulator/server.ts';
import type { Webhooks } from '#simulator/webhooks.ts';
import { afterwards } from '../afterwards.ts';

export const NODE_SECRET = 'kR4v9Qm2Tz7Lw1Xc6Yb8Nd3Hf5Jg0PsUaE';
/** Port without a server. */
const NOWHERE = 'http://127.0.0.1:9';

/** Client of a node that can't be reached, for tests without a node. */
export function noNode(): OpenNode {
  return openNode({ url: NOWHERE, secret: NODE_SECRET });
}

/** Settings of a node that can't be reached, so that the site starts no simulator. */
export const NO_NODE = { QPAYMENTS_URL: NOWHERE, QPAYMENTS_SECRET: NODE_SECRET };

export type TestNode = {
  node: OpenNode;
  url: string;
  state: SimulatorState;
  /** Webhooks are sent only after `webhooks.sendTo`. */
  webhooks: Webhooks;
  /** `stop` ends the simulator; `start` starts another with the same port and file. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type Options = {
  limitMs?: number;
  secret?: string;
  /** The node's clock for payments and webhooks; set it if a test advances Atrium's clock. */
  now?: () => Date;
};

/** Short waits between tries of a webhook. */
const WAITS_MS = [10, 20];

/** Starts a simulator over real HTTP, and Atrium's client for it. Both end after the file. */
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
