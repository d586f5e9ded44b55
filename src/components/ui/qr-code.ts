import { encode } from 'uqr';

/** Quiet zone in modules, for cameras. */
const MARGIN = 4;

export function qrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN });
  const strokes = data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}.5h${length}`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${strokes.join('')}"/></svg>`,
  ].join('');
}

function runsOf(row: readonly boolean[]): [x: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) runs.push([x, 1]);
  }
  return runs;
}
