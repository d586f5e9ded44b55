import type { MouseEventHandler, ReactNode } from 'react';
import { Button } from './button.tsx';

type Step = { label: string; href: string; onClick?: MouseEventHandler<HTMLAnchorElement>; isBusy?: boolean };

type Props = { summary?: ReactNode; first?: Step | undefined; more?: Step | undefined };

export function Pagination({ summary, first, more }: Props) {
  if (!summary && !first && !more) return null;
  return (
    <div className="card-foot row between no-print">
      {summary && <span>{summary}</span>}
      {first && <StepLink {...first} />}
      {more && (
        <span className="spacer">
          <StepLink {...more} />
        </span>
      )}
    </div>
  );
}

function StepLink({ label, href, onClick, isBusy }: Step) {
  return (
    <Button
      href={href}
      variant="plain"
      data-in-place={onClick ? '' : undefined}
      onClick={onClick}
      aria-busy={isBusy || undefined}
    >
      {label}
    </Button>
  );
}
