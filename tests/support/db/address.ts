import { type FaultyLine, openFaultyLine } from './faulty-line.ts';

/** A proxy before the database that can be cut, closed, silenced and redirected. */
export type Line = Pick<FaultyLine, 'begin' | 'heal' | 'cut'> & {
  databaseUrl: string;
  /** Refuses new connections and resets open ones. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Forwards no bytes, but keeps connections open. */
  silence(): Promise<void>;
  /** Ends the silence; connections that were open during it are reset. */
  speak(): Promise<void>;
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
