import { visit } from '../app/http.ts';

export type Scrape = {
  status: number;
  text: string;
  /** Of a series as it is written: `name{label="value"}`; undefined when there is none. */
  figure(series: string): number | undefined;
};

/** What Prometheus gets. */
export async function scrape(port: number): Promise<Scrape> {
  const { status, text } = await visit(port, '/metrics');
  const lines = new Map(text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line]));
  return {
    status,
    text,
    figure(series) {
      const line = lines.get(series);
      return line === undefined ? undefined : Number(line.slice(series.length));
    },
  };
}

/** The names of all series, and of the parts of histograms. */
export function metricNames({ text }: Pick<Scrape, 'text'>): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
