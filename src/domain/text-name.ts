type Snake<Word extends string> = Word extends `${infer Head}-${infer Rest}` ? `${Head}_${Snake<Rest>}` : Word;

/** A kind of notice or e-mail as its texts are called. */
export function textName<Kind extends string>(kind: Kind): Snake<Kind> {
  return kind.replaceAll('-', '_') as Snake<Kind>;
}
