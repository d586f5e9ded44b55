import { signInStaff } from '#contracts/console/session.ts';
import type { Contract, InputOf } from '#contracts/contract.ts';
import { DEMO_PASSWORD } from '#server/seed/cast.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/seed/staff.ts';
import { totpCode } from '#server/second-factor/index.ts';
import { apiOf, dataOf, newAddress } from './api.ts';
import type { TestServices } from './services.ts';

/** The people of the demo's console, in the database of a test. */
export async function openStaff({ services, app, clock }: TestServices) {
  await services.transaction((tx) => seedStaff(tx, services));
  const api = apiOf(app);
  /** Somebody of them at the console; their calls say what the server answered. */
  return async (email: string) => {
    const code = totpCode(DEMO_TOTP_SECRET, clock.now());
    const form = { email: `${email}@demo.example`, password: DEMO_PASSWORD, code };
    const { token } = dataOf(await api.call(signInStaff, form, { address: newAddress() }));
    return {
      call: <C extends Contract>(contract: C, input: InputOf<C>) => api.call(contract, input, { bearer: token }),
    };
  };
}
