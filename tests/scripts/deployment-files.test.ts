import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '#server/base/config-settings.ts';
import { server, worker as workerProgram } from '../../scripts/server.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('what compose.yaml and the units set are settings, and each secret comes from a file that is handed to the process', () => {
  const settings = SETTINGS.map(({ name }) => name);
  const compose = parse(read('compose.yaml'), { merge: true });
  const units = ['ops/atrium-web@.service', 'ops/atrium-worker.service'].map((file) => {
    const words = [...read(file).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const handed = [...read(file).matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name);
    return { environment: Object.fromEntries(words.map((word) => word.split('='))), secrets: handed };
  });
  for (const { environment, secrets } of [
    ...['web-a', 'web-b', 'worker', 'operator'].map((name) => compose.services[name]),
    ...units,
  ]) {
    const names = Object.keys(environment).filter((name) => name !== 'MALLOC_ARENA_MAX');
    expect(names.filter((name) => !settings.includes(name.replace(/_FILE$/, '')))).toEqual([]);
    const fromFiles = names.filter((name) => name.endsWith('_FILE'));
    expect(fromFiles.map((name) => environment[name].split('/').at(-1)).toSorted()).toEqual(secrets.toSorted());
    for (const name of fromFiles)
      expect(environment[name]).toMatch(new RegExp(`^(/run/secrets|%d)/${name.replace('_FILE', '').toLowerCase()}$`));
  }
  expect(Object.keys(compose.secrets)).toEqual([...compose.services['web-a'].secrets, 'postgres_password']);
});

test('the proxy of ops answers by https alone: it has the site’s name, and nothing that switches TLS off', () => {
  const caddyfile = read('ops/Caddyfile').replaceAll(/^\s*#.*\n/gm, '');
  expect(caddyfile.split('\n').filter((line) => /^\S/.test(line))).toEqual(['{$SITE} {', '}']);
  expect(caddyfile).not.toMatch(/http:\/\/|auto_https|:80\b/);
});

test('the image and the units run Node as npm start does', () => {
  const allocator = `MALLOC_ARENA_MAX=${server.env.MALLOC_ARENA_MAX}`;
  const dockerfile = read('Dockerfile');
  expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '')).toEqual(server.args);
  expect(dockerfile).toContain(allocator);
  expect(parse(read('compose.yaml'), { merge: true }).services.worker.command).toEqual(workerProgram.args);
  const units = { 'ops/atrium-web@.service': server, 'ops/atrium-worker.service': workerProgram };
  for (const [file, { args }] of Object.entries(units)) {
    expect(read(file)).toContain(`ExecStart=/usr/bin/node ${args.join(' ')}\n`);
    expect(read(file)).toContain(allocator);
  }
});

test('.dockerignore lets in what the build reads, and nothing that may hold a secret', () => {
  const [first, ...others] = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(first).toBe('*');
  const copied = /^COPY (.*) \.\/$/m.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
  const built = ['LICENSE', 'astro.config.mjs', 'astro-i18next.config.cjs', 'tsconfig.json'];
  const folders = ['locales', 'public', 'scripts', 'src'];
  expect(others).toEqual([...copied, ...built, ...folders].map((name) => `!${name}`));
});
