import { type ReactNode, useState } from 'react';
import { showToast } from '#stores/toast.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Finder as FinderOf } from './finder.tsx';

/** Loads the search when it is first opened. */
export function useFinder(): { open: () => Promise<void>; dialog: ReactNode } {
  const { t } = useReader();
  const [isOpen, setOpen] = useState(false);
  const [Finder, setFinder] = useState<typeof FinderOf>();
  return {
    async open() {
      const loaded = await import('./finder.tsx').catch(() => undefined);
      if (!loaded) return showToast(t('team:list.broken'));
      setFinder(() => loaded.Finder);
      return setOpen(true);
    },
    dialog: isOpen && Finder && <Finder onClose={() => setOpen(false)} />,
  };
}
