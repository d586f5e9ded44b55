const BAR = 0.7;
const HEIGHT = 64;

type Point = { key: string; value: number; title: string };

/** Hidden from screen readers: the page must give the values as text too. */
export function Chart({ points }: { points: readonly Point[] }) {
  const most = Math.max(...points.map(({ value }) => value), 1);
  const width = points.length - 1 + BAR;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {points.map(({ key, value, title }, index) => {
        const tall = Math.round((value / most) * HEIGHT);
        return (
          <rect key={key} x={index} y={HEIGHT - tall} width={BAR} height={tall}>
            <title>{title}</title>
          </rect>
        );
      })}
    </svg>
  );
}
