/** What somebody else has written must not steer the operator's terminal, nor turn a line around. */
export function harmless(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
