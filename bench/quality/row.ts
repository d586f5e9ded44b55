/** A figure in what a bench has written. */
type From = [bench: string, figure: string];

/** What the machine's factor counts for: times are met at bound × factor, rates at bound ÷ factor. */
type Unit = 'kB' | 'ms' | 's' | 'min' | '/s' | 'MB' | 'MB/h' | '×' | '';

/** A bound on a figure of a bench; `least` where more is better. */
export type Bound = { from: From; unit: Unit; most: number } | { from: From; unit: Unit; least: number };

/** Told in words where no bench measures it. */
type Unmeasured = { figure: string; must?: string; goal?: string; why: string };

type Measured = {
  figure: string;
  must: Bound;
  goal?: Bound;
  /** Whom the row compares with, measured in the same run. */
  peer?: { name: string; from: From; unit: Unit };
};

export type Row = Measured | Unmeasured;

/** The same figure held to both bounds, neither of which may be exceeded. */
export function most(figure: string, from: From, unit: Unit, [must, goal]: [number, number?]): Measured {
  return {
    figure,
    must: { from, unit, most: must },
    ...(goal !== undefined && { goal: { from, unit, most: goal } }),
  };
}

/** The same, where both are to be reached. */
export function least(figure: string, from: From, unit: Unit, [must, goal]: [number, number]): Measured {
  return { figure, must: { from, unit, least: must }, goal: { from, unit, least: goal } };
}
