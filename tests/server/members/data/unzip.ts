import { strFromU8, unzipSync } from 'fflate';
import { getExport, prepareExport } from '#contracts/data.ts';
import type { App } from '#server/http/calls/app.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { apiOf, dataOf, newAddress } from '../../../support/app/api.ts';

export type Unzipped = {
  names: string[];
  bytesOf(name: string): Uint8Array;
  rowsOf(list: string): Record<string, unknown>[];
  textOf(name: string): string;
};

export function askForExport(app: App, bearer: string): Promise<Response> {
  const request = new Request(`http://atrium.internal${getExport.path}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  return Promise.resolve(app.fetch(request, { address: newAddress(), userAgent: '', requestId: 'test' }));
}

export function unzip(zip: Uint8Array): Unzipped {
  const files = unzipSync(zip);
  const bytesOf = (name: string) => {
    const found = files[name];
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  const textOf = (name: string) => strFromU8(bytesOf(name));
  return { names: Object.keys(files), bytesOf, textOf, rowsOf: (list) => JSON.parse(textOf(`${list}.json`)) };
}

/** Confirms the password, which allows downloads in this session. */
export async function openExport(app: App, bearer: string, password = DEMO_PASSWORD): Promise<void> {
  dataOf(await apiOf(app).call(prepareExport, { password }, { bearer }));
}

export async function exportOf(app: App, bearer: string): Promise<Unzipped> {
  await openExport(app, bearer);
  const response = await askForExport(app, bearer);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return unzip(new Uint8Array(await response.arrayBuffer()));
}

/** Number of rows without the head; line ends inside cells don't count. */
export function linesIn(csv: string): number {
  return csv.replaceAll(/"(?:[^"]|"")*"/g, '').split('\r\n').length - 2;
}
