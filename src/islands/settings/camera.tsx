/** Here and nowhere else, so it is not in the sheet of icons that every page brings. */
export function Camera() {
  return (
    <svg className="i s" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.5 7.5h2.7l1.4-2.3h4.8l1.4 2.3h2.7a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2z" />
      <circle cx="12" cy="13" r="3.2" />
    </svg>
  );
}
