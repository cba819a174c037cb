import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findLayoutFaults } from '../../scripts/layout.ts'
import { plantFiles } from '../support/plant-files.ts'

test('a folder has at most 40 files, not counting tests', () => {
  const forty = numbered(40, (number) => [`src/platform/shared/part-${number}.ts`, ''])
  const tests = numbered(40, (number) => [`src/platform/shared/part-${number}.test.ts`, ''])
  expect(findLayoutFaults(plantFiles({ ...forty, ...tests }))).toEqual([])
  expect(findLayoutFaults(plantFiles({ ...forty, 'src/platform/shared/one-more.ts': '' }))).toEqual([
    'src/platform/shared: 41 files, of at most 40',
  ])
})

test('at most thirty files under 25 lines may have a single importer', () => {
  expect(findLayoutFaults(plantFiles(smallFiles(30)))).toEqual([])
  const [first, ...otherFaults] = findLayoutFaults(plantFiles(smallFiles(31)))
  expect(first).toBe('31 files of fewer than 25 lines have one importer, of at most 30: let one go into its importer')
  expect(otherFaults).toHaveLength(31)
  expect(otherFaults).toContain('  src/platform/shared/part-7.ts -> src/platform/web/use-7.ts')
})

test('a source file, including one in a package, has at most 250 lines; a test has no limit', () => {
  const longest = 'src/platform/shared/money.ts'
  const validFiles = { [longest]: '\n'.repeat(250), 'src/platform/shared/money.test.ts': '\n'.repeat(251) }
  expect(findLayoutFaults(plantFiles(validFiles))).toEqual([])
  for (const path of [longest, 'packages/stripe-sandbox/src/cards.ts'])
    expect(findLayoutFaults(plantFiles({ ...validFiles, [path]: '\n'.repeat(251) }))).toEqual([
      `${path}: 251 lines, of at most 250`,
    ])
})

test('a file with 25 lines, a second importer or a standard name is not too small', () => {
  const validFiles = {
    'src/platform/shared/long.ts': '\n'.repeat(25),
    'src/platform/shared/shared.ts': '\n',
    'src/features/portal/tour/rules.ts': '\n',
    'src/features/portal/tour/server/routes.ts': '\n',
    'src/features/portal/tour/web/public-staff.tsx': '\n',
    'src/platform/shared/imports.ts': `${[
      "import './long.ts'",
      "import './shared.ts'",
      "import '#features/portal/tour/rules.ts'",
      "import '#features/portal/tour/server/routes.ts'",
      "import '#features/portal/tour/web/public-staff.tsx'",
    ].join('\n')}\n`,
    'src/platform/shared/imports-too.ts': "import './shared.ts'\n",
  }
  expect(findLayoutFaults(plantFiles({ ...smallFiles(30), ...validFiles }))).toEqual([])
})

test('a small file is found however it is imported, and tests do not count as importers', () => {
  const files = {
    ...smallFiles(29),
    'src/platform/web/focus.ts': 'export const focus = 1\n',
    'src/platform/web/dialog.tsx': "const load = () => import('./focus.ts')\n",
    'src/platform/web/focus.test.ts': "import { focus } from './focus.ts'\n",
    'src/platform/shared/money.ts': 'export const money = 1\n',
    'src/app/web/root.tsx': "import {\n  money,\n} from '#platform/shared/money.ts'\n",
  }
  const faults = findLayoutFaults(plantFiles(files))
  expect(faults).toContain('  src/platform/web/focus.ts -> src/platform/web/dialog.tsx')
  expect(faults).toContain('  src/platform/shared/money.ts -> src/app/web/root.tsx')
  expect(faults).toHaveLength(32)
})

test('the layout check fails with a fault and passes on this repository', () => {
  expect(check(plantFiles({ 'src/platform/shared/mail.ts': '' }))).toEqual({
    status: 1,
    message: 'src/platform/shared/mail.ts: "mail" is called "email" here\n',
  })
  expect(check('.')).toEqual({ status: 0, message: '' })
})

test('the layout check is part of npm run check', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.check).toContain('npm run boundaries')
  expect(scripts.boundaries).toContain(' && node --import ./scripts/require-node.mjs')
  expect(scripts.boundaries).toMatch(/scripts\/layout\.ts$/)
})

function check(folder: string): { status: number | null; message: string } {
  const program = ['--disable-warning=ExperimentalWarning', 'scripts/layout.ts', resolve(folder)]
  const { status, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' })
  return { status, message: stderr }
}

/** Each has one importer. */
function smallFiles(count: number): Record<string, string> {
  return {
    ...numbered(count, (number) => [`src/platform/shared/part-${number}.ts`, 'export {}\n'.repeat(24)]),
    ...numbered(count, (number) => [
      `src/platform/web/use-${number}.ts`,
      `import '#platform/shared/part-${number}.ts'\n`,
    ]),
  }
}

function numbered(count: number, file: (number: number) => [string, string]): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => file(index + 1)))
}
