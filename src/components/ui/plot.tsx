import type { ReactNode } from 'react';
import { Chart, type Point } from './chart.tsx';

type Props = {
  /** Of the chart, for screen readers. */
  name: string;
  className?: string;
  points: readonly Point[];
  /** Below the first and the last bar. */
  ends: readonly [string, string];
  children: ReactNode;
};

/** A chart with its caption; the values stand in a table of the same card. */
export function Plot({ name, className, points, ends, children }: Props) {
  return (
    <figure className={className ? `plot ${className}` : 'plot'}>
      <figcaption>{children}</figcaption>
      <Chart points={points} name={name} />
      <p className="axis" aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}
