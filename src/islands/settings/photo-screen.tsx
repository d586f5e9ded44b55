import { withReader } from '#islands/shared/use-reader.tsx';
import { PhotoCard, type PhotoUser } from './photo-card.tsx';
import type { No } from './photo-form.tsx';

type Props = { user: PhotoUser; rendered: No | undefined };

/** Where a photo that was refused is chosen again without a script. */
export const PhotoScreen = withReader(function PhotoScreen({ user, rendered }: Props) {
  return <PhotoCard user={user} rendered={rendered} />;
});
