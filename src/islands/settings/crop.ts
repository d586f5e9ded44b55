export type Picture = { width: number; height: number };
/** What is looked at: a middle, in shares of the picture, and how close. */
export type View = { x: number; y: number; zoom: number };
export type Square = { left: number; top: number; side: number };

export const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 };

/** The part of the picture that the frame shows: never anything beside it. */
export function squareOf(picture: Picture, { x, y, zoom }: View): Square {
  const side = Math.min(picture.width, picture.height) / zoom;
  return {
    left: within(x * picture.width - side / 2, picture.width - side),
    top: within(y * picture.height - side / 2, picture.height - side),
    side,
  };
}

/** The frame goes right and down by shares of its own side, as far as there is picture. */
export function moved(picture: Picture, view: View, right: number, down: number): View {
  const { left, top, side } = squareOf(picture, view);
  const x = within(left + right * side, picture.width - side) + side / 2;
  const y = within(top + down * side, picture.height - side) + side / 2;
  return { ...view, x: x / picture.width, y: y / picture.height };
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
