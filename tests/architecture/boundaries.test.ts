import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areaGraph, boundaries } from '../support/app/boundaries.ts'
import { plantFiles } from '../support/plant-files.ts'

const root = resolve(import.meta.dirname, '../..')

type Violation = { from: string; to: string; rule: { name: string } }
type Cruise = { modules: { source: string }[]; summary: { violations: Violation[] } }

function cruise(folder: string): Cruise {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const options = [
    '--config',
    'dependency-cruiser.mjs',
    '--preserve-symlinks',
    '--output-type',
    'json',
    'src',
    'packages',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 200_000_000,
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}

type PlantedFile = [rule: string, file: string, text: string]

/** Files that break a rule, at an area's root and in one of its rooms, for each layer that the rule covers. */
const violations: PlantedFile[] = [
  ['area-is-listed', 'src/features/gardening/contract.ts', "import { z } from 'zod'\nexport const plant = z.string()"],
  ['area-is-listed', 'src/features/gardening/beds/rules.ts', "import '../contract.ts'"],
  ['area-front-door', 'src/features/portal/server/reach-in.ts', "import '#features/payments/server/settle-bill.ts'"],
  ['area-front-door', 'src/features/portal/web/reach-in.ts', "import '#features/payments/refunds/web/refund-form.tsx'"],
  [
    'area-front-door',
    'src/features/portal/tour/server/reach-in.ts',
    "import '#features/payments/refunds/server/store.ts'",
  ],
  ['features-below-app', 'src/features/portal/tour/server/read-config.ts', "import '#app/config/config.ts'"],
  ['features-below-app', 'src/platform/server/read-config.ts', "import '#app/config/config.ts'"],
  ['platform-at-the-bottom', 'src/platform/server/know-company.ts', "import '#features/company/contract.ts'"],
  ['app-below-demo', 'src/app/server/fill-site.ts', "import '#demo/story.ts'"],
  ['app-below-demo', 'src/features/portal/server/fill-site.ts', "import '#demo/story.ts'"],
  ['app-below-demo', 'src/platform/server/fill-site.ts', "import '#demo/story.ts'"],
  ['cli-at-the-top', 'src/demo/stop-site.ts', "import '../cli/start.ts'"],
  ['cli-at-the-top', 'src/app/operator/stop-site.ts', "import '../../cli/start.ts'"],
  ['cli-at-the-top', 'src/features/portal/server/stop-site.ts', "import '../../../cli/start.ts'"],
  ['cli-at-the-top', 'src/platform/server/stop-site.ts', "import '../../cli/start.ts'"],
  ['sandbox-stands-alone', 'packages/stripe-sandbox/src/borrow-money.ts', "import '#platform/shared/money.ts'"],
  ['nothing-loads-sandbox', 'src/features/portal/server/play-provider.ts', "import 'stripe-sandbox'"],
  [
    'packages-by-their-exports',
    'src/app/server/payment-provider.ts',
    "import '../../../packages/stripe-sandbox/src/refund.ts'",
  ],
  ['shared-is-pure', 'src/platform/shared/read-file.ts', "import 'node:fs'"],
  ['rules-are-pure', 'src/features/portal/rules.ts', "import 'node:crypto'"],
  ['rules-are-pure', 'src/features/portal/tour/rules.ts', "import './server/store.ts'"],
  ['rules-are-pure', 'src/features/portal/tour/rules/steps.ts', "import 'zod'"],
  ['contract-is-isomorphic', 'src/features/portal/contract.ts', "import 'kysely'"],
  ['contract-is-isomorphic', 'src/features/portal/tour/contract.ts', "import './rules.ts'"],
  ['contract-is-isomorphic', 'src/features/portal/tour/contract/steps.ts', "import '../server/store.ts'"],
  ['browser-never-loads-server', 'src/features/portal/web/table-card.tsx', "import '../server/tables.ts'"],
  ['browser-never-loads-server', 'src/features/portal/tour/web/table-card.tsx', "import '../server/store.ts'"],
  ...['config/config', 'operator/stop-site', 'page-server/page-cache', 'monitoring/gauge', 'backup/tar'].map(
    (room): PlantedFile => [
      'browser-never-loads-server',
      `src/app/web/load-${room.replace('/', '-')}.ts`,
      `import '../${room}.ts'`,
    ],
  ),
  ['server-never-loads-browser', 'src/features/portal/server/draw-card.ts', "import '../web/plain-card.tsx'"],
  ['server-never-loads-browser', 'src/features/portal/tour/server/draw-card.ts', "import 'react'"],
  ...[
    'app/config',
    'app/operator',
    'app/page-server',
    'app/monitoring',
    'app/backup',
    'app/bundling',
    'cli',
    'demo',
  ].map((room): PlantedFile => ['server-never-loads-browser', `src/${room}/draw-card.ts`, "import 'react'"]),
  ['sql-only-in-stores', 'src/features/portal/server/count-rows.ts', "import { sql } from 'kysely'\nsql.raw('')"],
  ['sql-only-in-stores', 'src/features/portal/tour/server/count-rows.ts', "import { sql } from 'kysely'\nsql.raw('')"],
  ['sql-only-in-stores', 'src/features/portal/tour/server/tables.ts', "import { sql } from 'kysely'\nsql.raw('')"],
  ['sql-only-in-stores', 'src/app/operator/count-rows.ts', "import 'pg'"],
  ['sql-only-in-stores', 'src/platform/server/audit/count-rows.ts', "import 'pg'"],
  ['s3-only-at-its-bucket', 'src/features/portal/server/send-file.ts', "import '@aws-sdk/client-s3'"],
  ['s3-only-at-its-bucket', 'src/platform/server/files/send-file.ts', "import '@aws-sdk/client-s3'"],
  ['stripe-only-at-its-gateway', 'src/features/portal/server/charge-card.ts', "import 'stripe'"],
  ['stripe-only-at-its-gateway', 'src/features/payments/refunds/server/charge-card.ts', "import 'stripe'"],
  ['no-circular', 'src/features/portal/server/turn-left.ts', "import './turn-right.ts'"],
  ['no-circular', 'src/features/portal/tour/server/name-left.ts', "import type {} from './name-right.ts'"],
  ['no-unresolvable', 'src/features/portal/server/miss-file.ts', "import './nowhere.ts'"],
]

/** For each area, files that import an area they may not use. "gardening" stands for a future area. */
const areaViolations = Object.entries(areaGraph).flatMap(([area, mayUse]): PlantedFile[] => {
  const forbiddenArea = [...Object.keys(areaGraph), 'gardening'].find((name) => name !== area && !mayUse.includes(name))
  const text = `import type {} from '#features/${forbiddenArea}/contract.ts'`
  return [
    [`area-graph:${area}`, `src/features/${area}/server/overstep.ts`, text],
    [`area-graph:${area}`, `src/features/${area}/room/server/overstep.ts`, text],
  ]
})

const planted = [...areaViolations, ...violations]

/** Imports that the rules allow: a room's front doors, lower layers and the places that a rule names. */
const permitted: Record<string, string> = {
  'src/features/portal/tour/server/enter.ts': `
    import '#features/payments/refunds/contract.ts'
    import '#features/payments/refunds/contract/reasons.ts'
    import '#features/payments/refunds/rules.ts'
    import '#features/payments/refunds/rules/deadline.ts'
    import '#features/payments/refunds/server/public.ts'
    import '#features/payments/server/public.ts'`,
  'src/features/portal/tour/web/enter.ts': `
    import '#features/payments/refunds/web/public.tsx'
    import '#features/payments/web/public-staff.tsx'`,
  'src/features/payments/refunds/rules.ts': "import './rules/deadline.ts'\nimport './contract.ts'",
  'src/features/payments/refunds/contract.ts': "import './contract/reasons.ts'\nimport 'zod'",
  'src/features/payments/refunds/server/store.ts': "import 'kysely'",
  'src/features/payments/refunds/server/dispute-store.ts': "import 'kysely'",
  'src/features/payments/stripe/server/card-gateway.ts': "import 'stripe'",
  'src/platform/server/files/bucket-storage.ts': "import '@aws-sdk/client-s3'",
  'src/features/portal/server/whole-site.test.ts': "import '#app/config/config.ts'\nimport '#demo/story.ts'",
  'src/demo/open-site.ts': "import '#app/config/config.ts'\nimport '#features/company/contract.ts'",
  'src/cli/fill-site.ts': "import '#demo/story.ts'\nimport '#app/config/config.ts'",
}

/** Files that the planted files import. */
const importedFiles = [
  ...['config/config', 'page-server/page-cache', 'monitoring/gauge', 'backup/tar'].map((file) => `src/app/${file}.ts`),
  ...['server/settle-bill.ts', 'server/public.ts', 'web/public-staff.tsx'].map(
    (file) => `src/features/payments/${file}`,
  ),
  ...['contract/reasons.ts', 'rules/deadline.ts', 'server/public.ts', 'web/public.tsx', 'web/refund-form.tsx'].map(
    (file) => `src/features/payments/refunds/${file}`,
  ),
  ...['server/tables.ts', 'web/plain-card.tsx', 'tour/server/store.ts'].map((file) => `src/features/portal/${file}`),
  ...['src/cli/start.ts', 'src/demo/story.ts', 'packages/stripe-sandbox/src/refund.ts', 'src/platform/shared/money.ts'],
]

test('every boundary has a planted violation here', () => {
  const names = new Set(planted.map(([rule]) => rule))
  expect([...names].sort()).toEqual(boundaries.map(({ name }) => name).sort())
})

test('every planted violation is reported under its own rule, and no permitted import is', () => {
  const contracts = Object.keys(areaGraph).map((area) => [`src/features/${area}/contract.ts`, ''])
  const folder = plant({
    ...Object.fromEntries([...contracts, ...importedFiles.map((file) => [file, ''])]),
    'src/features/portal/server/turn-right.ts': "import './turn-left.ts'",
    'src/features/portal/tour/server/name-right.ts': "import type {} from './name-left.ts'",
    ...permitted,
    ...Object.fromEntries(planted.map(([, file, text]) => [file, text])),
  })

  const { summary } = cruise(folder)

  const reported = new Set(summary.violations.map(({ from, rule }) => `${rule.name} in ${from}`))
  expect(planted.map(([rule, file]) => `${rule} in ${file}`).filter((violation) => !reported.has(violation))).toEqual(
    [],
  )
  expect(summary.violations.filter(({ from }) => from in permitted)).toEqual([])
})

test('the whole source tree is checked and has no violations', () => {
  const { modules, summary } = cruise(root)
  // If dependency-cruiser is incompatible with the compiler, it silently finds no modules.
  expect(modules.filter(({ source }) => source.startsWith('src/')).length).toBeGreaterThan(200)
  expect(summary.violations).toEqual([])
})

test('rules may not read the clock, random numbers or the environment, but may work with dates passed to them', () => {
  const folder = plant({
    'src/features/portal/rules.ts': 'export const now = () => new Date()',
    'src/features/portal/tour/rules.ts': 'export const id = () => crypto.randomUUID()',
    'src/features/portal/tour/rules/steps.ts': 'export const now = () => performance.now()',
    'src/platform/shared/chance.ts': 'export const dice = () => Math.random()',
    'src/platform/shared/moment.ts': 'export const now = () => Date.now()',
    'src/platform/shared/setting.ts': 'export const key = () => process.env.KEY',
    'src/platform/shared/sum.ts': 'export const later = (from: Date) => new Date(from.getTime() + 1)',
    'src/features/portal/server/read-key.ts': 'export const key = () => process.env.KEY',
    'src/features/portal/tour/server/read-key.ts': 'export const key = () => process.env.KEY',
    'src/features/portal/tour/server/get-time.ts': 'export const now = () => new Date()',
    'src/features/portal/tour/rules/steps.test.ts': 'export const now = () => new Date()',
    'src/app/config/payments-config.ts': 'export const key = () => process.env.KEY',
    'src/app/operator/read-key.ts': 'export const key = () => process.env.KEY',
    'src/demo/read-key.ts': 'export const key = () => process.env.KEY',
    'src/cli/migrate.ts': 'export const key = () => process.env.KEY',
    // These two may read the environment.
    'src/app/config/config.ts': 'export const key = () => process.env.KEY',
    'src/cli/main.ts': 'export const key = () => process.env.KEY',
  })
  expect(pluginFindings(folder)).toEqual([
    'src/app/config/payments-config.ts',
    'src/app/operator/read-key.ts',
    'src/cli/migrate.ts',
    'src/demo/read-key.ts',
    'src/features/portal/rules.ts',
    'src/features/portal/server/read-key.ts',
    'src/features/portal/tour/rules.ts',
    'src/features/portal/tour/rules/steps.ts',
    'src/features/portal/tour/server/read-key.ts',
    'src/platform/shared/chance.ts',
    'src/platform/shared/moment.ts',
    'src/platform/shared/setting.ts',
  ])
})

/** A folder configured like the repository, with only these files. */
function plant(files: Record<string, string>): string {
  const modules = Object.entries(files).map(([file, text]) => [file, `${text}\nexport {}\n`])
  const folder = plantFiles(Object.fromEntries(modules))
  for (const name of ['package.json', 'tsconfig.json', 'dependency-cruiser.mjs', 'biome.json', 'biome'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function pluginFindings(folder: string): string[] {
  const program = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(process.execPath, [program, 'lint', '--vcs-enabled=false', '--reporter=json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  })
  type Finding = { category: string; location: { path: string | { file: string } } }
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] }
  const files = diagnostics
    .filter(({ category }) => category === 'plugin')
    .map(({ location: { path } }) => (typeof path === 'string' ? path : path.file))
  return [...new Set(files)].sort()
}
