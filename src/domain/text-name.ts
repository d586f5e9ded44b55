type Snake<Word extends string> = Word extends `${infer Head}-${infer Rest}` ? `${Head}_${Snake<Rest>}` : Word;

/** Name in text keys: `pin-set` → `pin_set`. */
export function textName<Kind extends string>(kind: Kind): Snake<Kind> {
  return kind.replaceAll('-', '_') as Snake<Kind>;
}
