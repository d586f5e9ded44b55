import type { Page } from 'playwright';
import type { Translate } from '#i18n/translator.ts';

/** Reads and solves the question in words, as a visitor without JavaScript does. */
export async function answerQuestion(page: Page, t: Translate): Promise<void> {
  const words = questionIn(t);
  const asked = await page.locator('label').filter({ hasText: words }).textContent();
  const [, a = '', b = ''] = words.exec(asked ?? '') ?? [];
  await page.getByRole('textbox', { name: words }).fill(String(numberOf(a, t) + numberOf(b, t)));
}

/** Matches the question in this language, with any numbers. */
export function questionIn(t: Translate): RegExp {
  const parts = t('auth:bot.question', { a: '\0', b: '\0' }).split('\0');
  // Accessible names have plain spaces, also where the text has narrow ones.
  const plain = parts.map((part) => part.replaceAll(/[?.()]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`));
  return new RegExp(plain.join(String.raw`(\S+)`));
}

function numberOf(word: string, t: Translate): number {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
  const found = digits.find((digit) => t(`auth:bot.numbers.${digit}`) === word);
  if (!found) throw new Error(`No number is called ${word}.`);
  return found;
}
