import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

export type Following = {
  status: number;
  headers: IncomingHttpHeaders;
  text(): string;
  /** The words of all events so far. */
  words(): string[];
  /** Resolves when the server has closed the stream. */
  over: Promise<void>;
  isOver(): boolean;
  leave(): void;
};

type Options = { cookies?: Record<string, string>; age?: number; headers?: Record<string, string>; path?: string };

/** Opens a stream over its own connection. It is closed after the test. */
export async function followEvents(
  port: number,
  { cookies = {}, age, headers, path: of }: Options = {},
): Promise<Following> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const path = of ?? `/api/events/${age === undefined ? '' : `?age=${age}`}`;
  const asked = get({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    headers: {
      host: `localhost:${port}`,
      accept: 'text/event-stream',
      'accept-encoding': 'br, gzip',
      cookie,
      ...headers,
    },
  });
  onTestFinished(() => void asked.destroy());
  asked.on('error', () => {});
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  let isOver = false;
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  answer.on('error', () => {});
  const over = new Promise<void>((resolve) => {
    answer.on('close', () => {
      isOver = true;
      resolve();
    });
  });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: () => text,
    words: () => [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, said = '']) => said.split(' ')),
    over,
    isOver: () => isOver,
    leave: () => void asked.destroy(),
  };
}
