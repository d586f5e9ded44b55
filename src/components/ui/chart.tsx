const BAR = 0.7;
const HEIGHT = 64;

/** `values` are stacked, one of each series; those below zero hang from the zero line. */
export type Point = { key: string; values: readonly number[]; title: string };

type Props = { points: readonly Point[]; name?: string };

/** The page must give the values as text too. Hidden from screen readers if it has no name. */
export function Chart({ points, name }: Props) {
  const most = (sign: 1 | -1) => Math.max(0, ...points.map(({ values }) => stack(values, sign)));
  const scale = HEIGHT / (most(1) + most(-1) || 1);
  const zero = Math.round(most(1) * scale);
  const width = points.length - 1 + BAR;
  const bars = (place: number) =>
    points.map(({ key, values, title }, index) => {
      const value = values[place] ?? 0;
      if (value === 0 && place > 0) return null;
      const height = value && Math.max(1, Math.round(Math.abs(value) * scale));
      const before = Math.round(stack(values.slice(0, place), value < 0 ? -1 : 1) * scale);
      return (
        <rect key={key} x={index} y={value < 0 ? zero + before : zero - before - height} width={BAR} height={height}>
          <title>{title}</title>
        </rect>
      );
    });
  const [, ...otherPlaces] = (points[0]?.values ?? []).map((_, place) => place);
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {bars(0)}
      {otherPlaces.map((place) => (
        <g key={place}>{bars(place)}</g>
      ))}
      {zero < HEIGHT && <path d={`M0 ${zero}H${width}`} />}
    </svg>
  );
}

/** Height of the values on one side of zero. */
function stack(values: readonly number[], sign: 1 | -1): number {
  return values.reduce((sum, value) => sum + Math.max(value * sign, 0), 0);
}
