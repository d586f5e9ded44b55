/** `npm run operator -- withdrawals approve 1 --why 'checked'`, quoted for a POSIX shell. */
export function operatorCommand(
  words: readonly string[],
  options: Record<string, string | undefined>,
  reason: string,
): string {
  const pairs = Object.entries({ ...options, why: reason || '…' }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const flags = pairs.flatMap(([name, value]) => (value === '' ? [`--${name}`] : [`--${name}`, quoted(value)]));
  return ['npm run operator --', ...words.map(quoted), ...flags].join(' ');
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
