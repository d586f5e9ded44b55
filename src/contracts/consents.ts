import * as z from 'zod/mini';
import { CONSENT_DOCUMENTS } from '#domain/legal.ts';
import { contract } from './contract.ts';
import { requiredText } from './fields.ts';

export const consentDocument = z.object({
  document: z.enum(CONSENT_DOCUMENTS),
  version: z.string(),
  /** Day from which this version applies. */
  date: z.iso.date(),
});

export const getAgreement = contract({
  method: 'GET',
  path: '/api/agreement/',
  summary:
    'What a guest agrees to by signing up: the minimum age and the current versions of the terms and the privacy notice',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    minimum_age: z.int(),
    /** Empty if the operator has not published both. */
    documents: z.array(consentDocument),
    /** For `signUp`, which refuses it once there is another version. */
    agreed: z.string(),
  }),
  success: 200,
  refusals: ['too_often'],
});

export const agree = contract({
  method: 'POST',
  path: '/api/users/agreement/',
  summary: 'Agrees to the versions that my profile names, or confirms reading them; doing it again changes nothing',
  caller: 'member',
  /** `agreed` of `to_agree` in my profile. */
  input: z.strictObject({ agreed: requiredText(64) }),
  output: z.object({}),
  success: 200,
  refusals: ['agreement_outdated'],
});

export type ConsentDocument = z.infer<typeof consentDocument>;
