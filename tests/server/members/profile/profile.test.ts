import { expect, test } from 'vitest';
import { getProfile } from '#contracts/profile.ts';
import { apiOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';

const { app } = await createTestServices();
const api = apiOf(app);

test('Anna signs in and reads her profile', async () => {
  const { access } = await api.signIn('anna');
  const me = await api.call(getProfile, {}, { bearer: access });
  expect(me).toMatchObject({ success: true, data: { username: 'anna', inviter: { username: 'root' } } });
});
