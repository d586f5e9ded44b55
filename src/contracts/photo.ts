import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { PHOTO_SIZES } from '#domain/photo.ts';
import { contract } from './contract.ts';
import { text } from './fields.ts';

const photo = z.object({ photo: z.nullable(z.string()) });

const [small, large] = PHOTO_SIZES;

export const savePhoto = contract({
  method: 'POST',
  path: '/api/users/photo/',
  summary: 'Takes a JPEG, PNG or WebP picture as my photo; without one, as JSON, my photo is removed',
  caller: 'member',
  takes: 'multipart/form-data',
  input: z.strictObject({
    photo: z.optional(
      z.file({ error: fault('file_required') }).check(z.refine((file) => file.size > 0, fault('file_required'))),
    ),
  }),
  output: photo,
  success: 200,
  refusals: ['photo_too_large', 'photo_unreadable', 'photo_cut_off', 'photo_too_many_pixels', 'too_often'],
});

export const askForPhoto = contract({
  method: 'GET',
  path: '/api/users/photo/',
  summary: 'My photo, refused while a new one would be: asked before megabytes are sent for nothing',
  caller: 'member',
  input: z.strictObject({}),
  output: photo,
  success: 200,
  refusals: ['too_often'],
});

export const getPhoto = contract({
  method: 'GET',
  path: '/api/photos/{id}/{size}/',
  summary: 'A photo, by the id in its address; what an id stands for never changes',
  caller: 'anyone',
  answers: 'image/webp',
  input: z.strictObject({
    id: text(64),
    size: z.enum([`${small}`, `${large}`], { error: fault('invalid') }),
  }),
  output: z.string(),
  success: 200,
  refusals: ['not_found'],
});
