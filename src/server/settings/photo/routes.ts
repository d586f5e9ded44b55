import * as contracts from '#contracts/photo.ts';
import type { House } from '#server/house.ts';
import { serializeByKey } from '#server/http/serialize-by-key.ts';
import { wouldBeTooOften } from '#server/http/limits.ts';
import { fileRoute, type Route, route } from '#server/http/route.ts';
import { readPhoto } from './read-photo.ts';
import { removePhoto } from './remove-photo.ts';
import { saveMemberPhoto } from './save-photo.ts';

export function photoRoutes(house: House): Route[] {
  return [
    route(contracts.savePhoto, async ({ photo }, { session }) => {
      const { id } = session.member;
      if (photo) return saveMemberPhoto(house, id, photo);
      return serializeByKey(id, async () => {
        await house.transaction((tx) => removePhoto(tx, id));
        return { photo: null };
      });
    }),
    route(contracts.askForPhoto, async (_, { session: { member } }) => {
      const tooOften = await wouldBeTooOften(house, 'photoAccount', String(member.id));
      return tooOften ?? { photo: member.photo };
    }),
    fileRoute(contracts.getPhoto, (input) => readPhoto(house, input)),
  ];
}
