import { expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';
import { danglingRefs } from '../../support/made/json-schema.ts';
import type { OpenApi } from '../../support/made/openapi.ts';
import { rawCall } from '../../support/app/raw-call.ts';
import { createTestServices } from '../../support/app/services.ts';

const { app } = await createTestServices();
const document = (await rawCall(app, '/api/openapi.json')).body as unknown as OpenApi;
const operationOf = (contract: (typeof contracts)[number]) =>
  document.paths[contract.path]?.[contract.method.toLowerCase()];

test('the document has the form of OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ title: 'Atrium', version: expect.stringMatching(/\S/) });
  expect(danglingRefs(document)).toEqual([]);
  for (const [path, operations] of Object.entries(document.paths)) {
    expect(path).toMatch(/^\/api\/.*\/$/);
    for (const [method, { summary, parameters, requestBody, responses }] of Object.entries(operations)) {
      expect(['get', 'post']).toContain(method);
      expect(summary).toMatch(/\S/);
      expect(Boolean(requestBody)).toBe(method === 'post');
      const forms = requestBody && 'multipart/form-data' in requestBody.content;
      if (requestBody) expect(forms).toBe(contracts.some((contract) => contract.path === path && contract.takes));
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const status of Object.keys(responses)) expect(status).toMatch(/^[2345]\d\d$/);
    }
  }
});

test('every call is in it, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(contracts.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test('the API serves these calls and those of the console, and nothing else', () => {
  const served = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
  const known = [...contracts, ...consoleContracts].map(({ method, path }) => `${method} ${path}`);
  const documents = ['GET /api/openapi.json', 'GET /operator/api/openapi.json'];
  expect([...new Set(served)].toSorted()).toEqual([...known, ...documents].toSorted());
});

test('every call has a name of its own, an area that is described, and examples', () => {
  const operations = Object.values(document.paths).flatMap((ways) => Object.values(ways));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(contracts.length);
  expect(names).toContain('getBalance');
  const areas = document.tags.map(({ name }) => name);
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(areas));
  for (const { operationId, parameters, requestBody, responses } of operations) {
    for (const one of parameters.filter((parameter) => parameter.in !== 'header'))
      expect(one.example, `${operationId} ${one.name}`).toBeDefined();
    const media = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    for (const one of media.map((content) => content?.['application/json']))
      if (one && !requestBody?.content['multipart/form-data']) expect(one.example, operationId).toBeDefined();
  }
});

test('a call that must not be done twice asks for its uid', () => {
  const asking = contracts.filter((contract) =>
    operationOf(contract)?.parameters.some(
      ({ name, in: place, required }) => name === 'ETag' && place === 'header' && required,
    ),
  );
  expect(asking.map(({ path }) => path).toSorted()).toEqual([
    '/api/finance/destinations/',
    '/api/finance/destinations/wait/',
    '/api/finance/withdrawals/',
    '/api/finance/withdrawals/resumption/',
    '/api/finance/withdrawals/{id}/cancellation/',
    '/api/places/{platform}/requests/',
    '/api/support/',
    '/api/transactions/{id}/cancellation/',
    '/api/transactions/{id}/recreation/',
    '/api/transactions/{id}/withdrawal/',
    '/api/users/closure/',
  ]);
});

test('calls of members and the operator ask for a bearer, those of the node for a signature, the others for nothing', () => {
  for (const contract of contracts) {
    const hasBearer = contract.caller === 'member' || contract.caller === 'operator';
    expect(operationOf(contract)?.security).toEqual(hasBearer ? [{ bearer: [] }] : []);
    const signature = operationOf(contract)?.parameters.filter(
      ({ name, in: place, required }) => name.startsWith('webhook-') && place === 'header' && required,
    );
    expect(signature?.map(({ name }) => name)).toEqual(
      contract.caller === 'node' ? ['webhook-id', 'webhook-timestamp', 'webhook-signature'] : [],
    );
  }
});
