import { Icon } from './icon.tsx';

/** Covers the page until the next one comes; the stylesheet shows it when that takes longer than 300 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner full" role="status">
      <Icon name="logo" />
      <span className="sr">{label}</span>
    </div>
  );
}
