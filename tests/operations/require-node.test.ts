import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Before Node 24.14.1, a single request could crash the whole process (CVE-2026-21710). */
function startOn(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const imports = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  return spawnSync(process.execPath, [...imports, '--import', './scripts/require-node.mjs', '--eval', '0'], {
    encoding: 'utf8',
  })
}

test.each(['20.19.0', '24.0.0', '24.13.9', '24.14.0'])('the program refuses to start on Node %s', (version) => {
  const { status, stderr } = startOn(version)
  expect([status, stderr.split(';')[0]]).toEqual([1, 'FutureWorld runs on Node 24.14.1 or later'])
})

test.each(['24.14.1', '24.15.0', '25.0.0'])('the program starts on Node %s', (version) => {
  expect(startOn(version)).toMatchObject({ status: 0, stderr: '' })
})
