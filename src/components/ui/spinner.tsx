import { Icon } from './icon.tsx';

/** Covers the screen while the main content of the document has not arrived; see waiting.css. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner" role="status">
      <Icon name="logo" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
