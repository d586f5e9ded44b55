import type { ClientDirective } from 'astro';

const wakers = ['pointerdown', 'focusin', 'keydown'] as const;

/** Loads and hydrates an island at the first pointer, focus or key inside it. */
const touch: ClientDirective = (load, _options, element) => {
  const wake = async () => {
    for (const event of wakers) element.removeEventListener(event, wake);
    const hydrate = await load();
    await hydrate();
  };
  for (const event of wakers) element.addEventListener(event, wake, { passive: true });
};

export default touch;
