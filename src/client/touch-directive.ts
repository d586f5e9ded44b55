import type { ClientDirective } from 'astro';

const wakers = ['pointerdown', 'focusin', 'keydown'] as const;

/** Loads and hydrates an island at the first pointer, focus or key inside it. What takes long is seen to be on its way. */
const touch: ClientDirective = (load, _options, element) => {
  const asleep = new AbortController();
  const wake = () => {
    asleep.abort();
    element.ariaBusy = 'true';
    void load()
      .then((hydrate) => hydrate())
      .finally(() => (element.ariaBusy = null));
  };
  for (const event of wakers) element.addEventListener(event, wake, asleep);
};

export default touch;
