import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterwards } from '../afterwards.ts';

/** A child process that answers each input line with one line. */
export type Child = { process: ChildProcess; ask(line: unknown): Promise<unknown> };

/** Runs a file in Node and waits for its first line, `ready`. The process is ended after the test file. */
export async function startChild(file: URL, ...args: string[]): Promise<Child> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  afterwards(async () => {
    const ended = (child.exitCode ?? child.signalCode) === null ? once(child, 'exit') : undefined;
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line: unknown) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    return JSON.parse((await lines.next()).value ?? 'null') as unknown;
  };
  await lines.next();
  return { process: child, ask };
}
