import { Icon } from './icon.tsx';

/** Covers the screen while the main content of the document has not arrived; see waiting.css. */
export function Spinner() {
  return (
    <div className="spinner">
      <Icon name="logo" size="large" />
    </div>
  );
}
