import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../support/site/find-program.ts'

const analyzer = findProgram('systemd-analyze')
const folder = 'operations/systemd'
const own = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
const unitsOfSystemd = ['/lib/systemd/system', '/usr/lib/systemd/system'].find((path) => existsSync(path))
const canVerify = analyzer !== undefined && unitsOfSystemd !== undefined

/** From 0 (no privileges) to 10 (all privileges); systemd calls up to 2 "OK". */
const HIGHEST_EXPOSURE = 1.5

/** The root of a machine with the site installed as in docs/operations/install.md. */
function installed(change: (unit: string) => string = (unit) => unit) {
  const root = mkdtempSync(join(tmpdir(), 'futureworld-systemd-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(unitsOfSystemd ?? '', join(root, 'usr/lib/systemd/system'), { recursive: true, verbatimSymlinks: true })
  const place = join(root, 'etc/systemd/system')
  mkdirSync(place, { recursive: true })
  for (const name of own) writeFileSync(join(place, name), change(readFileSync(join(folder, name), 'utf8')))
  const node = join(root, 'opt/futureworld/current/node_modules/.bin/node')
  mkdirSync(dirname(node), { recursive: true })
  writeFileSync(node, '#!/bin/sh\n')
  chmodSync(node, 0o755)
  return root
}

function verify(root: string) {
  const units = own.map((name) => name.replace('@', '@5001'))
  const { stderr } = spawnSync(analyzer ?? '', ['verify', `--root=${root}`, ...units], { encoding: 'utf8' })
  return stderr.split('\n').filter((line) => line.includes('futureworld'))
}

test.skipIf(!canVerify)('systemd accepts the units', () => {
  expect(verify(installed())).toEqual([])
})

test.skipIf(!canVerify)('systemd reports a misspelt setting', () => {
  expect(verify(installed((unit) => unit.replace('ProtectHome=', 'ProtectHomes='))).join()).toContain('ProtectHomes')
})

test.skipIf(!canVerify)("systemd rates the exposure of the site's unit as OK", () => {
  const unit = join(installed(), 'etc/systemd/system/futureworld@.service')
  const { stdout } = spawnSync(analyzer ?? '', ['security', '--offline=yes', unit], { encoding: 'utf8' })
  const [, figure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(figure)).toBeGreaterThan(0)
  expect(Number(figure)).toBeLessThanOrEqual(HIGHEST_EXPOSURE)
  expect(readFileSync('docs/operations/install.md', 'utf8')).toContain(`exposure of ${figure}`)
})

test('the units start the same commands as npm', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const startOf = (name: string) => /^ExecStart=\S+\/node (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
  expect(`node ${startOf('futureworld@.service')}`).toBe(scripts.start)
  expect(`node ${startOf('futureworld-migrate.service')}`).toBe(`${scripts.admin} migrate`)
  expect(`node ${startOf('futureworld-backup.service')}`).toBe(`${scripts.admin} backup /var/backups/futureworld`)
  const ledger = '--ledger /var/backups/futureworld/ledger.json'
  expect(`node ${startOf('futureworld-ledger.service')}`).toBe(`${scripts.admin} backup ${ledger}`)
})

test('each scheduled unit has a timer of the same name', () => {
  const timers = own.filter((name) => name.endsWith('.timer'))
  expect(timers.map((name) => name.replace('.timer', '.service')).filter((name) => !own.includes(name))).toEqual([])
  expect(timers).toEqual(['futureworld-backup.timer', 'futureworld-ledger.timer'])
})
