/** The stylesheet shows it when the next page takes longer than 300 ms. */
export function MoveBar({ label }: { label: string }) {
  return (
    <div className="move-bar" role="status">
      <span className="hidden-text">{label}</span>
    </div>
  );
}
