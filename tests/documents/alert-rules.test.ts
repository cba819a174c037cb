import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
})

test.skipIf(!hasPromtool && !process.env.CI)(`each alert is raised when it should be, and not before${reason}`, () => {
  expect(promtool('test', 'rules', `${folder}/alerts.test.yml`)).toEqual({ status: 0, problems: '' })
})

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
