import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readManifests } from '../support/manifests.ts'

const folder = 'operations/prometheus'
const rules = readFileSync(`${folder}/alerts.yml`, 'utf8')
  .split(/^ +- alert: /m)
  .slice(1)
const tries = readFileSync(`${folder}/alerts.test.yml`, 'utf8')
const failures = 'docs/operations/failures.md'

test.each(rules.map((rule) => [rule.split('\n')[0] ?? '', rule]))(
  'the alert %s says how urgent it is, what happened and what to do, and a try sees it raised',
  (name, rule) => {
    expect(rule).toMatch(/^ {10}severity: (critical|warning)$/m)
    expect(rule).toMatch(/^ {10}summary: ".+\."$/m)
    const [, section] = /^ {10}runbook: ".{20,}: docs\/operations\/failures\.md#([a-z-]+)"$/m.exec(rule) ?? []
    expect(section).toBeDefined()
    if (existsSync(failures)) expect(sectionsOf(failures)).toContain(section)
    expect(tries).toContain(`alertname="${name}"`)
  },
)

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const reason = hasPromtool ? '' : ' (not run: there is no promtool here, of the Debian package prometheus)'

test.skipIf(!hasPromtool && !process.env.CI)(`Prometheus takes the alerts and its configuration${reason}`, () => {
  expect(promtool('check', 'rules', `${folder}/alerts.yml`)).toEqual({ status: 0, problems: '' })
  expect(promtool('check', 'config', `${folder}/prometheus.yml`)).toEqual({ status: 0, problems: '' })
  // Its token is a file of the cluster.
  const asItStands = promtool('check', 'config', '--syntax-only', `${folder}/kubernetes.yml`)
  expect(asItStands).toEqual({ status: 0, problems: '' })
})

test.skipIf(!hasPromtool && !process.env.CI)(`each alert is raised when it should be, and not before${reason}`, () => {
  expect(promtool('test', 'rules', `${folder}/alerts.test.yml`)).toEqual({ status: 0, problems: '' })
})

test('a process that holds much memory is told of before it is killed for it', () => {
  const rule = rules.find((text) => text.startsWith('FutureworldMemoryHigh')) ?? ''
  const threshold = Number(/> (\d+) \* 1024 \* 1024$/m.exec(rule)?.[1])
  expect(threshold).toBeGreaterThan(SITE_MEBIBYTES)
  expect(limitsOfProcesses().filter((limit) => !(limit > threshold))).toEqual([])
  expect(limitsOfProcesses()).toHaveLength(2)
})

/** SECURITY R13: so much a process may take while it does what it is made for. */
const SITE_MEBIBYTES = 512

/** Of what serves, and has figures: a pod of the Deployment, and a unit. The migration is watched by nobody. */
function limitsOfProcesses(): number[] {
  const containers = readManifests()
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
  const ofPods = containers.map(({ resources }) => resources?.limits?.memory ?? '')
  const unit = readFileSync('operations/systemd/futureworld@.service', 'utf8')
  return [...ofPods, /^MemoryMax=(.+)$/m.exec(unit)?.[1] ?? ''].map(inMebibytes)
}

/** @param size as Kubernetes or systemd writes it: 768Mi, 1G */
function inMebibytes(size: string): number {
  const [, count, unit = ''] = /^(\d+)([MG])i?$/.exec(size) ?? []
  return Number(count) * ({ M: 1, G: 1024 }[unit] ?? Number.NaN)
}

function promtool(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
  return { status, problems: status === 0 ? '' : stdout + stderr }
}

function sectionsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^##+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
}
