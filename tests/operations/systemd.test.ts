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
const unitNames = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
const unitsOfSystemd = ['/lib/systemd/system', '/usr/lib/systemd/system'].find((path) => existsSync(path))
const canVerify = analyzer !== undefined && unitsOfSystemd !== undefined

/** The scale runs from 0 (no privileges) to 10 (all privileges); systemd calls anything up to 2 "OK". */
const HIGHEST_EXPOSURE = 1.5

/** Creates the root folder of a machine on which the site is installed as in docs/operations/install.md. */
function installUnits(change: (unit: string) => string = (unit) => unit) {
  const root = mkdtempSync(join(tmpdir(), 'futureworld-systemd-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(unitsOfSystemd ?? '', join(root, 'usr/lib/systemd/system'), { recursive: true, verbatimSymlinks: true })
  const unitFolder = join(root, 'etc/systemd/system')
  mkdirSync(unitFolder, { recursive: true })
  for (const name of unitNames) writeFileSync(join(unitFolder, name), change(readFileSync(join(folder, name), 'utf8')))
  const node = join(root, 'opt/futureworld/current/node_modules/.bin/node')
  mkdirSync(dirname(node), { recursive: true })
  writeFileSync(node, '#!/bin/sh\n')
  chmodSync(node, 0o755)
  return root
}

function verify(root: string) {
  const units = unitNames.map((name) => name.replace('@', '@5001'))
  const { stderr } = spawnSync(analyzer ?? '', ['verify', `--root=${root}`, ...units], { encoding: 'utf8' })
  return stderr.split('\n').filter((line) => line.includes('futureworld'))
}

test.skipIf(!canVerify)('systemd accepts the units', () => {
  expect(verify(installUnits())).toEqual([])
})

test.skipIf(!canVerify)('systemd reports a misspelt setting', () => {
  expect(verify(installUnits((unit) => unit.replace('ProtectHome=', 'ProtectHomes='))).join()).toContain('ProtectHomes')
})

test.skipIf(!canVerify)("systemd rates the exposure of the site's unit as OK", () => {
  const unit = join(installUnits(), 'etc/systemd/system/futureworld@.service')
  const { stdout } = spawnSync(analyzer ?? '', ['security', '--offline=yes', unit], { encoding: 'utf8' })
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure)).toBeGreaterThan(0)
  expect(Number(exposure)).toBeLessThanOrEqual(HIGHEST_EXPOSURE)
  expect(readFileSync('docs/operations/install.md', 'utf8')).toContain(`exposure of ${exposure}`)
})

test('the units start the same commands as npm', () => {
  const { scripts, bin } = JSON.parse(readFileSync('package.json', 'utf8'))
  const program = `node ${bin.futureworld}`
  const readStartCommand = (name: string) =>
    /^ExecStart=\S+\/node (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
  expect(`node ${readStartCommand('futureworld@.service')}`).toBe(scripts.start)
  expect(`node ${readStartCommand('futureworld-migrate.service')}`).toBe(`${program} migrate`)
  expect(`node ${readStartCommand('futureworld-backup.service')}`).toBe(`${program} backup /var/backups/futureworld`)
  const ledger = '--ledger /var/backups/futureworld/ledger.json'
  expect(`node ${readStartCommand('futureworld-ledger.service')}`).toBe(`${program} backup ${ledger}`)
})

test('each timer has a service with the same name', () => {
  const timers = unitNames.filter((name) => name.endsWith('.timer'))
  expect(timers.map((name) => name.replace('.timer', '.service')).filter((name) => !unitNames.includes(name))).toEqual(
    [],
  )
  expect(timers).toEqual(['futureworld-backup.timer', 'futureworld-ledger.timer'])
})
