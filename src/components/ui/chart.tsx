/** Each value takes one unit of the width: a bar and a gap. */
const BAR = 0.7;
const HEIGHT = 64;

/** A value of the series, and what is said of it to who points at its bar. */
type Point = { key: string; value: number; title: string };

/** A series as bars, the highest as high as the drawing. What stands beside it says the same in words. */
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
