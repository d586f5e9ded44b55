import { Button } from '#components/ui/button.tsx';

export function PrintButton({ label }: { label: string }) {
  return (
    <Button type="button" className="btn plain needs-script" onClick={() => print()}>
      {label}
    </Button>
  );
}
