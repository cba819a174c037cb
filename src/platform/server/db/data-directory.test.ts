import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '#tests/support/app/temporary.ts'
import { lockDirectory } from './data-directory.ts'

/** Another process that holds the directory until it is killed. */
async function lockInOtherProcess(folder: string) {
  const program = new URL('./data-directory.ts', import.meta.url).href
  const code = `const { lockDirectory } = await import(${JSON.stringify(program)})
    lockDirectory(${JSON.stringify(folder)})
    // Collects unreferenced objects now instead of at a random later time.
    await new Promise((resolve) => setImmediate(resolve)); gc(); await new Promise((resolve) => setImmediate(resolve))
    console.log('held'); setInterval(() => {}, 1_000)`
  const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--input-type=module', '-e', code]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a second process on the same data is refused until the first exits, even if it is ended by kill -9', async () => {
  const folder = await newFolder()
  const first = await lockInOtherProcess(folder)

  expect(() => lockDirectory(folder)).toThrow(
    `The data directory ${folder} is in use by another process of this site. Stop that process first, or set DATA_DIR to another directory.`,
  )

  first.kill('SIGKILL')
  await once(first, 'exit')
  lockDirectory(folder)()
})

test('a released lock can be taken again', async () => {
  const folder = join(await newFolder(), 'deeper', 'still')
  lockDirectory(folder)()
  lockDirectory(folder)()
})

test('the data directory is readable only by its owner', async () => {
  const folder = join(await newFolder(), 'data')
  lockDirectory(folder)()
  expect(statSync(folder).mode & 0o077).toBe(0)
})

test('an unwritable directory is named in the error', async () => {
  const folder = await newFolder()
  const file = join(folder, 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  expect(() => lockDirectory(join(file, 'data'))).toThrow(
    /^The data directory .* can’t be written to \(.*\)\. Give this user/,
  )
})
