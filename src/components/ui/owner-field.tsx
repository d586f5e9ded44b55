/** Required in every posted form: the page acts only for the account that it was rendered for. */
export function OwnerField({ owner }: { owner: string | undefined }) {
  return <input type="hidden" name="owner" value={owner ?? ''} autoComplete="off" />;
}
