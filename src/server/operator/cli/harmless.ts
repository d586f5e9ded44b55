/** Replaces control and bidi characters: foreign text must not control the operator's terminal. */
export function harmless(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
