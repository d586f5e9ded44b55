import type { ClientDirective } from 'astro';

const wakers = ['pointerdown', 'focusin', 'keydown'] as const;

/** Loads and hydrates an island at the first pointer, focus or key inside it, which may have been already. */
const touch: ClientDirective = (load, _options, element) => {
  const wake = async () => {
    for (const event of wakers) element.removeEventListener(event, wake);
    const hydrate = await load();
    await hydrate();
  };
  if (element.hasAttribute('data-touched')) void wake();
  else for (const event of wakers) element.addEventListener(event, wake, { passive: true });
};

export default touch;

/** Where Astro's runtime looks for it. */
Object.assign(globalThis, { Astro: { touch } });
