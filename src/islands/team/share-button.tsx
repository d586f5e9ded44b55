import { Button } from '#components/ui/button.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';

/** Opens the device's own sheet for a link, where there is one. */
export function ShareButton({ link, label }: { link: string; label: string }) {
  const isAwake = useIsAwake();
  if (!isAwake || !('share' in navigator)) return null;
  // Whoever closes the sheet has decided; there is nothing to say.
  const share = () => navigator.share({ url: link }).catch(() => {});
  return (
    <Button type="button" icon="share" onClick={() => void share()}>
      {label}
    </Button>
  );
}
