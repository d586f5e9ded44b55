import { IconFile } from '#components/ui/icon.tsx';
import { Logo } from './logo.tsx';

/** On the page that is shown without a line, which carries its icons; nothing can be asked of the server there. */
export function OfflineHeader({ productName, home }: { productName: string; home: string }) {
  return (
    <IconFile value="">
      <header className="header">
        <Logo name={productName} href={home} />
      </header>
    </IconFile>
  );
}
