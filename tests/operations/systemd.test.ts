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
import { findProgram } from '../support/find-program.ts'

const analyzer = findProgram('systemd-analyze')
const folder = 'operations/systemd'
const own = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
const unitsOfSystemd = ['/lib/systemd/system', '/usr/lib/systemd/system'].find((path) => existsSync(path))
const canVerify = analyzer !== undefined && unitsOfSystemd !== undefined

/** 0 is a service that can do nothing, 10 one that may do everything; systemd calls up to 2 "OK". */
const HIGHEST_EXPOSURE = 1.5

/** A machine on which the site is installed as docs/operations/install.md says, for the eyes of systemd. */
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

test.skipIf(!canVerify)('systemd has nothing to say against the units', () => {
  expect(verify(installed())).toEqual([])
})

test.skipIf(!canVerify)('systemd would say that a setting is misspelled', () => {
  expect(verify(installed((unit) => unit.replace('ProtectHome=', 'ProtectHomes='))).join()).toContain('ProtectHomes')
})

test.skipIf(!canVerify)('a process of the site may do so little that systemd calls its exposure OK', () => {
  const unit = join(installed(), 'etc/systemd/system/futureworld@.service')
  const { stdout } = spawnSync(analyzer ?? '', ['security', '--offline=yes', unit], { encoding: 'utf8' })
  const [, figure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(figure)).toBeGreaterThan(0)
  expect(Number(figure)).toBeLessThanOrEqual(HIGHEST_EXPOSURE)
  expect(readFileSync('docs/operations/install.md', 'utf8')).toContain(`exposure of ${figure}`)
})

test('the units start what npm starts', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const startOf = (name: string) => /^ExecStart=\S+\/node (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
  expect(`node ${startOf('futureworld@.service')}`).toBe(scripts.start)
  expect(`node ${startOf('futureworld-migrate.service')}`).toBe(scripts.migrate)
  expect(`node ${startOf('futureworld-backup.service')}`).toBe(`${scripts.backup} /var/backups/futureworld`)
  const ledger = '--ledger /var/backups/futureworld/ledger.json'
  expect(`node ${startOf('futureworld-ledger.service')}`).toBe(`${scripts.backup} ${ledger}`)
})

test('each unit that is run by the clock has the timer of its name', () => {
  const timers = own.filter((name) => name.endsWith('.timer'))
  expect(timers.map((name) => name.replace('.timer', '.service')).filter((name) => !own.includes(name))).toEqual([])
  expect(timers).toEqual(['futureworld-backup.timer', 'futureworld-ledger.timer'])
})
