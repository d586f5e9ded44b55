const ACCENTS = /[\u0300-\u036F]/g;

/** Every word that is searched for, anywhere in the text; capitals and Latin accents make no difference. */
export function hasWords(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(ACCENTS, '');
}
