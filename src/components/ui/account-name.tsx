/** Tells password managers whose password a form asks for. They skip what isn't displayed. */
export function AccountName({ value }: { value: string }) {
  return (
    <input type="text" className="sr" autoComplete="username" value={value} readOnly tabIndex={-1} aria-hidden="true" />
  );
}
