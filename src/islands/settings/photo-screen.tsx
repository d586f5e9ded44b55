import { withReader } from '#islands/shared/use-reader.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { PhotoCard, type PhotoUser } from './photo-card.tsx';

type Props = { user: PhotoUser; rendered: Rendered };

export const PhotoScreen = withReader(function PhotoScreen({ user, rendered }: Props) {
  return <PhotoCard user={user} rendered={rendered} />;
});
