import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMetrics } from '../support/app/read-metrics.ts'
import { startApp } from '../support/app/start-app.ts'

const page = readFileSync('docs/operations/monitoring.md', 'utf8')
const rules = readFileSync('operations/prometheus/alerts.yml', 'utf8')
const dashboard = readFileSync('operations/grafana/dashboard.json', 'utf8')
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The rows of the metrics tables: the names, and the alerts that use them. */
const rows = page
  .split('\n')
  .filter((line) => /^\| `(futureworld|process|nodejs)_/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const documented = rows.flatMap(([, names = '']) => findCodes(names))
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

test('the monitoring page lists exactly the metrics that a running site exposes', async () => {
  await using app = await startApp()
  const { names } = await readMetrics(app.url)
  expect(documented.toSorted()).toEqual(names.toSorted())
})

test('the dashboard and the alerts use only existing metrics', () => {
  expect(findMetrics(rules).filter((name) => !documented.includes(name))).toEqual([])
  expect(findMetrics(dashboard).filter((name) => !documented.includes(name))).toEqual([])
})

test('operations documents name only existing metrics', () => {
  const named = globSync('docs/operations/*.md').flatMap((file) => findCodes(readFileSync(file, 'utf8')))
  const ownMetrics = named.filter((name) => /^futureworld_(?!$)/.test(name))
  expect(ownMetrics.length).toBeGreaterThan(documented.filter((name) => name.startsWith('futureworld_')).length)
  expect(ownMetrics.filter((name) => !documented.includes(name))).toEqual([])
})

test('each value to watch comes from the site or from the exporter that the page names', () => {
  const [, section = ''] = readFileSync('docs/operations/capacity.md', 'utf8').split('\n## What to watch\n')
  const watched = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (what|-)/.test(line))
  const exporters = { futureworld: 'the site', pg: '`postgres_exporter`', node: '`node_exporter`' }
  expect(watched.length).toBeGreaterThan(5)
  for (const [, , source, metric = ''] of watched.map((line) => line.split('|').map((cell) => cell.trim())))
    expect([metric, source]).toEqual([metric, exporters[/^`([a-z]+)_/.exec(metric)?.[1] as keyof typeof exporters]])
})

test('each of our own metrics is on the dashboard', () => {
  const plotted = findMetrics(dashboard)
  expect(documented.filter((name) => name.startsWith('futureworld_') && !plotted.includes(name))).toEqual([])
})

test('the page lists every alert, each next to the metrics it uses', () => {
  const named = [...new Set([...page.matchAll(/`(Futureworld\w+)`/g)].map(([, name = '']) => name))]
  expect(named.toSorted()).toEqual(alerts.toSorted())
  for (const [, names = '', ...rest] of rows) {
    const usingAlerts = alerts.filter((alert) =>
      findCodes(names).some((name) => findMetrics(findRule(alert)).includes(name)),
    )
    expect([names, findCodes(rest.at(-2) ?? '').toSorted()]).toEqual([names, usingAlerts.toSorted()])
  }
})

test('the command that installs tracing names the package versions we test with', () => {
  const [command = ''] = /^npm install .*@opentelemetry.*$/m.exec(page) ?? []
  const named = [...command.matchAll(/(@opentelemetry\/[\w-]+)@(\S+)/g)].map(([, name, version]) => [name, version])
  const installed = Object.entries(devDependencies).filter(([name]) => name.startsWith('@opentelemetry/'))
  expect(named).toEqual(installed)
})

function findCodes(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
}

/** Finds the metrics a text names, without the suffixes that Prometheus adds to histograms. */
function findMetrics(text: string): string[] {
  const names = [...text.matchAll(/\b(?:futureworld|process|nodejs)_\w+/g)].map(([name]) => name)
  return [
    ...new Set(names.map((name) => (documented.includes(name) ? name : name.replace(/_(bucket|count|sum)$/, '')))),
  ]
}

function findRule(alert: string): string {
  const [, rule = ''] = rules.split(new RegExp(`- alert: ${alert}$`, 'm'))
  return rule.split('- alert:')[0]?.split('annotations:')[0] ?? ''
}
