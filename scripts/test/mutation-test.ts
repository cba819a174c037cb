import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { mutants } from './mutants.ts'

/**
 * Breaks one guarantee after another in a copy of the code and runs the tests that must notice.
 * @returns the guarantees whose loss no test noticed
 */
export function runMutationTests(): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'futureworld-mutants-'))
  try {
    for (const name of ['src', 'packages', 'tests', 'migrations', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
      cpSync(name, join(copy, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
    return mutants.filter((mutant) => survives(copy, mutant)).map(({ guarantee }) => guarantee)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

type Mutant = (typeof mutants)[number]

function survives(folder: string, { guarantee, file, from, to, tests }: Mutant): boolean {
  const path = join(folder, file)
  const code = readFileSync(path, 'utf8')
  // If the code has changed, the mutant would test nothing.
  if (code.split(from).length !== 2) throw new Error(`${guarantee}: "${from}" must occur in ${file} exactly once`)
  writeFileSync(
    path,
    code.replace(from, () => to),
  )
  const program = [
    '--disable-warning=ExperimentalWarning',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--bail=1',
    ...tests,
  ]
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, stdout } = spawnSync(process.execPath, program, { cwd: folder, env, encoding: 'utf8' })
  writeFileSync(path, code)
  const haveTestsRun = stdout.includes('Test Files  ')
  if (!haveTestsRun) throw new Error(`${guarantee}: the tests could not run:\n${stdout}`)
  process.stdout.write(`${status === 0 ? 'SURVIVED' : 'caught  '} ${guarantee}\n`)
  return status === 0
}
