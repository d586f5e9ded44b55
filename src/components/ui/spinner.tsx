import { Icon } from './icon.tsx';

/** The stylesheet shows it after 300 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner full" role="status">
      <Icon name="logo" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
