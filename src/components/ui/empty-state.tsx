import type { ReactNode } from 'react';
import { Art } from './icon.tsx';

/** Stands where there would be rows; what to do about it stands below. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Art />
      <b>{title}</b>
      {children}
    </div>
  );
}
