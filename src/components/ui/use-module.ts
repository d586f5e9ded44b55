import { useEffect, useState } from 'react';

type Loaded<Module> = { module: Module | undefined; hasFailed: boolean };

/** Loads what is drawn only after a press, and tries again at the next press if that failed. Keep `load` the same. */
export function useModule<Module>(isWanted: boolean, load: () => Promise<Module>): Loaded<Module> {
  const [loaded, setLoaded] = useState<Loaded<Module>>({ module: undefined, hasFailed: false });
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (module) => setLoaded({ module, hasFailed: false }),
      () => setLoaded((before) => ({ ...before, hasFailed: true })),
    );
  }, [isWanted, load]);
  return loaded;
}
