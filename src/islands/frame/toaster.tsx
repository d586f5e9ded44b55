import { useEffect, useState } from 'react';
import { $toast } from '#stores/toast.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useShared } from '#islands/shared/use-shared.ts';

const SHOWN_MS = 6_000;

export function Toaster({ close }: { close: string }) {
  const toast = useShared($toast);
  const [closedToast, setClosedToast] = useState<typeof toast>();
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => setClosedToast(toast), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  const isOpen = toast && toast !== closedToast;
  return (
    <div className="toaster" role="status">
      {isOpen && (
        <div className="toast">
          <Icon name="check" />
          <p>{toast.text}</p>
          <button type="button" className="btn plain square" aria-label={close} onClick={() => setClosedToast(toast)}>
            <Icon name="close" size="small" />
          </button>
        </div>
      )}
    </div>
  );
}
