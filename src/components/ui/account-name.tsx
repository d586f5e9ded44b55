/** Tells password managers the account. They skip fields that aren't displayed. */
export function AccountName({ value }: { value: string }) {
  return (
    <input
      type="text"
      className="hidden-text"
      autoComplete="username"
      value={value}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
