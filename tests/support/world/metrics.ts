import { visit } from '../app/http.ts';

export type Scrape = {
  status: number;
  text: string;
  /** Value of a series, written `name{label="value"}`; undefined if absent. */
  figure(series: string): number | undefined;
};

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

/** Names of all series; a histogram also has `_bucket`, `_sum` and `_count`. */
export function metricNames({ text }: Pick<Scrape, 'text'>): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
