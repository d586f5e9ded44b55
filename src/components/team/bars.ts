/** Each value takes ten units of the width: a bar and a gap. */
const STEP = 10;
const BAR = 7;

export type Bars = { width: number; outline: string };

/** One outline for all bars; the highest is as high as the drawing. */
export function drawBars(values: readonly number[], height: number): Bars {
  const most = Math.max(...values, 1);
  const outline = values.map((value, index) => {
    const tall = Math.round((value / most) * height * 10) / 10;
    return tall > 0 ? `M${index * STEP} ${height}v-${tall}h${BAR}v${tall}z` : '';
  });
  return { width: values.length * STEP - (STEP - BAR), outline: outline.join('') };
}
