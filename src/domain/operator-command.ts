/** A command as an operator would type it in a shell: `npm run operator -- withdrawals approve 1 --why 'checked'`. */
export function operatorCommand(
  words: readonly string[],
  options: Record<string, string | undefined>,
  reason: string,
): string {
  const given = Object.entries({ ...options, why: reason || '…' }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const flags = given.flatMap(([name, value]) => (value === '' ? [`--${name}`] : [`--${name}`, quoted(value)]));
  return ['npm run operator --', ...words.map(quoted), ...flags].join(' ');
}

/** As a POSIX shell reads it back, whatever is in it. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
