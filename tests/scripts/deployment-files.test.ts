import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '#server/base/config-settings.ts';
import { server, worker as workerProgram } from '../../scripts/server.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readCompose = () => parse(read('compose.yaml'), { merge: true });
const OPS = readdirSync(join(root, 'ops'));
/** Pages for deploying and mending an installation. */
const PAGES = ['docs/deploy.md', 'docs/operate.md', 'docs/recipes/incidents.md', 'docs/recipes/when-a-disk-dies.md'];

test('what compose.yaml and the units set are settings, and each secret comes from a file that is handed to the process', () => {
  const settings = SETTINGS.map(({ name }) => name);
  const compose = readCompose();
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
  expect(readCompose().services.worker.command).toEqual(workerProgram.args);
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

test('copies and metrics have the same ports in containers, units, proxy, Prometheus and the page', () => {
  const { services } = readCompose();
  const page = read('docs/deploy.md');
  const copies = [...page.matchAll(/atrium-web@(\d+)/g)].map(([, port = '']) => port);
  expect(new Set(copies)).toEqual(new Set(['8081', '8082']));
  const [, defaults = ''] = /\{\$COPIES:(.*?)\}/.exec(read('ops/Caddyfile')) ?? [];
  expect(defaults.split(' ')).toEqual(['127.0.0.1:8081', '127.0.0.1:8082']);
  const imagePort = /\bPORT=(\d+)/.exec(read('Dockerfile'))?.[1];
  expect(services.proxy.environment.COPIES).toBe(`web-a:${imagePort} web-b:${imagePort}`);

  expect(read('ops/atrium-web@.service')).toContain(' PORT=%i ');
  expect(read('ops/atrium-web@.service')).toContain(' METRICS_PORT=1%i\n');
  const [, workers = ''] = / METRICS_PORT=(\d+)\n/.exec(read('ops/atrium-worker.service')) ?? [];
  const ofUnits = { 'web-a': '18081', 'web-b': '18082', worker: workers };
  for (const [name, port] of Object.entries(ofUnits)) {
    const { environment, ports } = services[name];
    // Only an address that is named, at first this machine’s own, leads to them.
    expect(ports).toEqual([`\${METRICS_ADDRESS:-127.0.0.1}:${port}:${environment.METRICS_PORT}`]);
    expect(page).toContain(port);
  }
  const [job] = parse(read('ops/prometheus.yml')).scrape_configs;
  expect(job).toEqual({
    job_name: 'atrium',
    static_configs: [
      { targets: ['atrium-site:18081', 'atrium-site:18082'], labels: { program: 'site' } },
      { targets: [`atrium-site:${workers}`], labels: { program: 'worker' } },
    ],
  });
  const published = Object.entries(services as Record<string, { ports?: string[] }>).filter(([, { ports }]) => ports);
  expect(published.map(([name]) => name)).toEqual([...Object.keys(ofUnits), 'proxy']);
});

test('each container has bounds for memory and log, and PostgreSQL gives Atrium no superuser', () => {
  const { services } = readCompose();
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect(service, name).toMatchObject({ mem_limit: expect.any(String), logging: { driver: 'local' } });
  }
  for (const unit of ['ops/atrium-web@.service', 'ops/atrium-worker.service'])
    expect(read(unit)).toMatch(/^MemoryMax=/m);
  const { environment, volumes } = services.database;
  expect(environment).not.toHaveProperty('POSTGRES_USER');
  const script = './ops/postgres/plain-role.sh';
  expect(volumes).toContain(`${script}:/docker-entrypoint-initdb.d/plain-role.sh:ro`);
  expect(read(script)).toMatch(/^create role atrium login createdb password :'password';$/m);
  expect(read('docs/deploy.md')).toContain('createuser --createdb --pwprompt atrium');
});

test('units, programs and containers that a page names are there, and each unit is installed by one', () => {
  const { services } = readCompose();
  const programs = ['atrium-site', 'atrium-alerts.yml'];
  const units = OPS.filter((name) => /\.(service|timer)$/.test(name));
  for (const page of PAGES) {
    const named = [...read(page).matchAll(/\batrium-[a-z]+(@\d*)?(\.\w+)?/g)].map(([name]) =>
      name.replace(/@\d+/, '@'),
    );
    const known = [...OPS, ...units.map((unit) => unit.replace(/\.\w+$/, '')), ...programs];
    expect(
      named.filter((name) => !known.includes(name) && !/\.(git|prom)$/.test(name)),
      page,
    ).toEqual([]);
    const containers = [
      ...read(page).matchAll(/docker compose (?:stop|up -d(?: --[\w-]+)*|exec -u postgres) ([a-z][a-z-]*)/g),
    ];
    for (const [words, name = ''] of containers) expect(services, words).toHaveProperty(name);
  }
  const page = read('docs/deploy.md');
  for (const file of OPS.filter((name) => !['brand', 'postgres', 'grafana-dashboard.json'].includes(name))) {
    expect(page, file).toMatch(new RegExp(`ops/(${file}|${file.replace(/\.\w+$/, '\\.\\*')})`));
  }
  for (const unit of units) {
    const started = [...read(`ops/${unit}`).matchAll(/^ExecStart=\/usr\/local\/bin\/(\S+)/gm)].map(([, name]) => name);
    for (const name of started) expect(OPS, unit).toContain(name);
  }
});

type Rule = { alert: string; labels: { severity: string }; annotations: { summary: string; runbook: string } };

test('each alert either wakes somebody or waits, and its part of the runbook names it', () => {
  const { groups } = parse(read('ops/alerts.yml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const routed = parse(read('ops/alertmanager.yml'));
  const receivers = routed.receivers.map(({ name }: { name: string }) => name);
  expect(new Set(rules.map(({ labels }) => labels.severity))).toEqual(new Set(receivers));
  expect(routed.route).toMatchObject({ receiver: 'warn', routes: [{ receiver: 'page' }] });
  const runbook = read('docs/operate.md');
  const sections = new Map(
    runbook.split(/^### /m).map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
        lines.join('\n'),
      ];
    }),
  );
  for (const { alert, annotations } of rules) {
    expect(annotations.summary, alert).not.toBe('');
    expect(sections.get(annotations.runbook.split('#')[1] ?? ''), alert).toContain(`\`${alert}\``);
  }
  const named = PAGES.flatMap((page) => [...read(page).matchAll(/`(Atrium[A-Z]\w+)`/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(new Set(rules.map(({ alert }) => alert)));
});
