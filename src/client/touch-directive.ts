import type { ClientDirective } from 'astro';

const wakers = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * Loads and hydrates an island, with the texts it says, at the first pointer, focus or key inside it, which may have
 * been already.
 */
const touch: ClientDirective = (load, { value: texts }, element) => {
  const wake = async () => {
    for (const event of wakers) element.removeEventListener(event, wake);
    const [hydrate] = await Promise.all([load(), bringTexts(texts)]);
    await hydrate();
  };
  if (element.hasAttribute('data-touched')) void wake();
  else for (const event of wakers) element.addEventListener(event, wake, { passive: true });
};

export default touch;

/** Where Astro's runtime looks for it. */
Object.assign(globalThis, { Astro: { touch } });

/** Without its texts an island stays what the page has drawn. */
async function bringTexts(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  globalThis.islandTexts = { ...globalThis.islandTexts, ...(await answer.json()) };
}
