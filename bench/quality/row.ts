type From = [bench: string, figure: string];

/** Times are met at bound × factor, rates at bound ÷ factor; other units ignore the factor. */
type Unit = 'kB' | 'ms' | 's' | 'min' | '/s' | 'MB' | 'MB/h' | '×' | '';

/** `least` is for figures where more is better. */
export type Bound = { from: From; unit: Unit; most: number } | { from: From; unit: Unit; least: number };

/** A row without a bench; `why` gives the reason. */
type Unmeasured = { figure: string; must?: string; goal?: string; why: string };

type Measured = {
  figure: string;
  must: Bound;
  goal?: Bound;
  /** A peer for comparison, measured in the same run. */
  peer?: { name: string; from: From; unit: Unit };
};

export type Row = Measured | Unmeasured;

/** One figure with two upper bounds. */
export function most(figure: string, from: From, unit: Unit, [must, goal]: [number, number?]): Measured {
  return {
    figure,
    must: { from, unit, most: must },
    ...(goal !== undefined && { goal: { from, unit, most: goal } }),
  };
}

/** One figure with two lower bounds. */
export function least(figure: string, from: From, unit: Unit, [must, goal]: [number, number]): Measured {
  return { figure, must: { from, unit, least: must }, goal: { from, unit, least: goal } };
}
