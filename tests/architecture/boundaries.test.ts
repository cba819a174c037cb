import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areaGraph, boundaries } from '../support/boundaries.ts'

const root = resolve(import.meta.dirname, '../..')

type Violation = { from: string; to: string; rule: { name: string } }
type Cruise = { modules: { source: string }[]; summary: { violations: Violation[] } }

function cruise(folder: string): Cruise {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const options = ['--config', 'dependency-cruiser.mjs', '--preserve-symlinks', '--output-type', 'json', 'src']
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 200_000_000,
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** A file that breaks a rule, by the rule's name, and what it needs to stand beside it. */
const violations: Record<string, Record<string, string>> = {
  'area-is-listed': {
    'src/features/gardening/contract.ts': "import { z } from 'zod'\nexport const plant = z.string()",
  },
  'area-front-door': {
    'src/features/portal/server/reach-in.ts': "import '#features/payments/server/settle-bill.ts'",
    'src/features/payments/server/settle-bill.ts': '',
  },
  'features-below-app': {
    'src/features/portal/server/read-config.ts': "import '#app/server/config.ts'",
    'src/app/server/config.ts': '',
  },
  'platform-at-the-bottom': { 'src/platform/server/know-company.ts': "import '#features/company/contract.ts'" },
  'sandbox-stands-alone': {
    'src/sandbox/borrow-money.ts': "import '#platform/shared/money.ts'",
    'src/platform/shared/money.ts': '',
  },
  'nothing-loads-sandbox': {
    'src/features/portal/server/play-provider.ts': "import '../../../sandbox/main.ts'",
    'src/sandbox/main.ts': '',
  },
  'shared-is-pure': { 'src/platform/shared/read-file.ts': "import 'node:fs'" },
  'rules-are-pure': { 'src/features/portal/rules.ts': "import 'node:crypto'" },
  'contract-is-isomorphic': { 'src/features/portal/contract.ts': "import 'kysely'" },
  'browser-never-loads-server': {
    'src/features/portal/web/table-card.tsx': "import '../server/tables.ts'",
    'src/features/portal/server/tables.ts': '',
  },
  'server-never-loads-browser': {
    'src/features/portal/server/draw-card.ts': "import '../web/plain-card.tsx'",
    'src/features/portal/web/plain-card.tsx': '',
  },
  'sql-only-in-stores': { 'src/features/portal/server/count-rows.ts': "import { sql } from 'kysely'\nsql.raw('')" },
  's3-only-at-its-bucket': { 'src/features/portal/server/send-file.ts': "import '@aws-sdk/client-s3'" },
  'stripe-only-at-its-gateway': { 'src/features/portal/server/charge-card.ts': "import 'stripe'" },
  'no-circular': {
    'src/features/portal/server/turn-left.ts': "import './turn-right.ts'",
    'src/features/portal/server/turn-right.ts': "import './turn-left.ts'",
  },
  'no-unresolvable': { 'src/features/portal/server/miss-file.ts': "import './nowhere.ts'" },
}

/** A file of each area that uses an area which its rule does not name. "gardening" is the area that is added next. */
const areaViolations = Object.entries(areaGraph).map(([area, mayUse]): [string, Record<string, string>] => {
  const other = [...Object.keys(areaGraph), 'gardening'].find((name) => name !== area && !mayUse.includes(name))
  const file = `src/features/${area}/server/overstep.ts`
  return [`area-graph:${area}`, { [file]: `import type {} from '#features/${other}/contract.ts'` }]
})

const planted: [string, Record<string, string>][] = [...areaViolations, ...Object.entries(violations)]

test('every boundary has a planted violation here', () => {
  expect(planted.map(([name]) => name).sort()).toEqual(boundaries.map(({ name }) => name).sort())
})

test('every planted violation is reported under its own name', { timeout: 120_000 }, () => {
  const contracts = Object.keys(areaGraph).map((area) => ({ [`src/features/${area}/contract.ts`]: '' }))
  const folder = plant(Object.assign({}, ...contracts, ...planted.map(([, files]) => files)))

  const { summary } = cruise(folder)

  const reported = new Set(summary.violations.map(({ from, rule }) => `${rule.name} in ${from}`))
  const expected = planted.map(([name, files]) => `${name} in ${Object.keys(files)[0]}`)
  expect(expected.filter((violation) => !reported.has(violation))).toEqual([])
})

test('the boundaries are looked at in the whole tree, and hold', { timeout: 120_000 }, () => {
  const { modules, summary } = cruise(root)
  // Where the compiler and the tool do not fit together, the tool sees nothing and is content.
  expect(modules.filter(({ source }) => source.startsWith('src/')).length).toBeGreaterThan(200)
  expect(summary.violations).toEqual([])
})

test('what decides reads no clock, no chance and no environment, and computes with dates that it was given', () => {
  const folder = plant({
    'src/features/portal/rules.ts': 'export const now = () => new Date()',
    'src/platform/shared/chance.ts': 'export const dice = () => Math.random()',
    'src/platform/shared/moment.ts': 'export const now = () => Date.now()',
    'src/platform/shared/setting.ts': 'export const key = () => process.env.KEY',
    'src/platform/shared/sum.ts': 'export const later = (from: Date) => new Date(from.getTime() + 1)',
    'src/features/portal/server/read-key.ts': 'export const key = () => process.env.KEY',
    'src/features/portal/server/tell-time.ts': 'export const now = () => new Date()',
  })
  expect(pluginFindings(folder)).toEqual([
    'src/features/portal/rules.ts',
    'src/features/portal/server/read-key.ts',
    'src/platform/shared/chance.ts',
    'src/platform/shared/moment.ts',
    'src/platform/shared/setting.ts',
  ])
})

/** A folder that is set up like this one, with these files alone. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-boundaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['package.json', 'tsconfig.json', 'dependency-cruiser.mjs', 'biome.json', 'biome'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}\nexport {}\n`)
  }
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
