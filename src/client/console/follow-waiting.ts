import { getWaitingCounts, listenToWaiting } from '#contracts/console/overview.ts';
import { WAITING_OVER, type WaitingCounts } from '#domain/waiting.ts';
import { call } from '../call.ts';

type Callbacks = { onCounts: (counts: WaitingCounts) => void; onOver: () => void };

const AGAIN_MS = 15_000;

/** Hears what waits, also in a hidden tab, for its title. Tabs of one account share a stream. Returns a stop function. */
export function followWaiting({ onCounts, onOver }: Callbacks): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const name = `waiting ${document.documentElement.dataset['owner']}`;
  const tabs = new BroadcastChannel(name);
  const receive = (words: string) => {
    if (words === WAITING_OVER) {
      stopping.abort();
      return onOver();
    }
    return onCounts(JSON.parse(words) as WaitingCounts);
  };
  const share = (words: string) => {
    tabs.postMessage(words);
    receive(words);
  };
  tabs.onmessage = ({ data }: MessageEvent<string>) => receive(data);
  signal.addEventListener('abort', () => tabs.close());
  const lead = () => listen(signal, share);
  // `navigator.locks` is missing on plain http.
  const following = navigator.locks?.request(name, { signal }, lead) ?? lead();
  following.catch((error: unknown) => signal.aborted || reportError(error));
  return () => stopping.abort();
}

async function listen(signal: AbortSignal, share: (words: string) => void): Promise<void> {
  while (!signal.aborted) {
    await stream(signal, share);
    if (signal.aborted) return;
    const answer = await call(getWaitingCounts, {}, { isUnasked: true });
    if (answer?.success) share(JSON.stringify(answer.data));
    else if (answer?.error.status === 401) share(WAITING_OVER);
    await pause(signal);
  }
}

/** The browser reconnects after broken connections. Resolves once the server refuses. */
function stream(signal: AbortSignal, share: (words: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(listenToWaiting.path);
    const end = () => (source.close(), resolve());
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const last = data.split(' ').at(-1) ?? '';
      share(last === WAITING_OVER ? last : JSON.stringify((JSON.parse(last) as { counts: WaitingCounts }).counts));
    };
    source.onerror = () => source.readyState === EventSource.CLOSED && end();
    signal.addEventListener('abort', end);
  });
}

function pause(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, AGAIN_MS);
    signal.addEventListener('abort', resolve);
  });
}
