const DIGIT = /^\p{Nd}$/u;

/** Writes the decimal digits of every script as ASCII. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, valueOf);
}

/** Unicode keeps the ten digits of a script side by side, from zero on. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
