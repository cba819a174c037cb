import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readManifests } from '../support/site/manifests.ts'

const folder = 'operations/prometheus'
const rules = readFileSync(`${folder}/alerts.yml`, 'utf8')
  .split(/^ +- alert: /m)
  .slice(1)
const alertTests = readFileSync(`${folder}/alerts.test.yml`, 'utf8')

test.each(rules.map((rule) => [rule.split('\n')[0] ?? '', rule]))(
  'the alert %s has a severity, a summary, a runbook section and a test that raises it',
  (name, rule) => {
    expect(rule).toMatch(/^ {10}severity: (critical|warning)$/m)
    expect(rule).toMatch(/^ {10}summary: ".+\."$/m)
    // The operations tests check that the section exists.
    expect(rule).toMatch(/^ {10}runbook: ".{20,}: docs\/operations\/failures\.md#([a-z-]+)"$/m)
    expect(alertTests).toContain(`alertname="${name}"`)
  },
)

test('the memory alert is raised below the memory limit and above normal use', () => {
  const rule = rules.find((text) => text.startsWith('FutureworldMemoryHigh')) ?? ''
  const threshold = Number(/> (\d+) \* 1024 \* 1024$/m.exec(rule)?.[1])
  expect(threshold).toBeGreaterThan(SITE_MEBIBYTES)
  expect(processMemoryLimits().filter((limit) => !(limit > threshold))).toEqual([])
  expect(processMemoryLimits()).toHaveLength(2)
})

/** R13 in docs/promises.md: the memory that a process may use in normal operation. */
const SITE_MEBIBYTES = 512

/**
 * The limits of serving processes, which have metrics: a Deployment's pod and a systemd unit. The migration is not
 * monitored.
 */
function processMemoryLimits(): number[] {
  const containers = readManifests()
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
  const podLimits = containers.map(({ resources }) => resources?.limits?.memory ?? '')
  const unit = readFileSync('operations/systemd/futureworld@.service', 'utf8')
  return [...podLimits, /^MemoryMax=(.+)$/m.exec(unit)?.[1] ?? ''].map(toMebibytes)
}

/** @param size as Kubernetes or systemd writes it: 768Mi, 1G */
function toMebibytes(size: string): number {
  const [, count, unit = ''] = /^(\d+)([MG])i?$/.exec(size) ?? []
  return Number(count) * ({ M: 1, G: 1024 }[unit] ?? Number.NaN)
}
