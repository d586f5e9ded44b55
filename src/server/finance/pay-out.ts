import type { House } from '#server/house.ts';

export async function payOut(_house: House, _order: { withdrawalId: string }): Promise<void> {}
