import type { MouseEventHandler } from 'react';

type Tab = { label: string; href: string; isCurrent: boolean; note?: string | undefined };

type Props = { label: string; items: readonly Tab[]; onClick?: MouseEventHandler<HTMLAnchorElement> };

export function Tabs({ label, items, onClick }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.isCurrent ? 'page' : undefined}
          data-in-place={onClick ? '' : undefined}
          onClick={onClick}
        >
          {item.label}
          {item.note && <small>{item.note}</small>}
        </a>
      ))}
    </nav>
  );
}
