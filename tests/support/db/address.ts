import { type FaultyLine, openFaultyLine } from './faulty-line.ts';

/** A line to the database that can be cut, closed, silenced and led elsewhere. */
export type Line = Pick<FaultyLine, 'begin' | 'heal' | 'cut'> & {
  databaseUrl: string;
  /** Takes no connections and breaks what is there. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Nothing comes through any more, and nobody is told. */
  silence(): Promise<void>;
  /** Whoever was in the middle of something then is cut. */
  speak(): Promise<void>;
  /** From now on new connections end at another server. */
  leadTo(databaseUrl: string): void;
};

export async function openAddress(databaseUrl: string): Promise<Line> {
  const line = await openFaultyLine(socketOf(databaseUrl));
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${line.port}`;
  return {
    databaseUrl: url.href,
    begin: line.begin,
    heal: line.heal,
    cut: line.cut,
    close: () => line.begin({ kind: 'down' }),
    open: line.heal,
    silence: () => line.begin({ kind: 'silence' }),
    async speak() {
      line.cut();
      await line.heal();
    },
    leadTo: (other) => line.leadTo(socketOf(other)),
  };
}

function socketOf(databaseUrl: string): { path: string } {
  return { path: `${new URL(databaseUrl).searchParams.get('host') ?? ''}/.s.PGSQL.5432` };
}
