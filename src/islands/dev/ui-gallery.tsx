import { withReader } from '#islands/shared/use-reader.tsx';
import { DateSection } from './date-section.tsx';
import { SelectSection } from './select-section.tsx';

type Props = { here: string };

export const UiGallery = withReader(function UiGallery({ here }: Props) {
  return (
    <div className="stack">
      <h1>Primitives</h1>
      <SelectSection here={here} />
      <DateSection here={here} />
    </div>
  );
});
