import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Times } from '../measure/measurement.ts'
import type { Processes } from './measure-processes.ts'

export type FilledDatabase = {
  members: number
  url: string
  /** The entitlement used in the request for free slots. */
  entitlementId: string
  /** Milliseconds taken to count the overview's metrics. */
  metricsMilliseconds: number
  bytes: number
}

export type Growth = {
  databases: FilledDatabase[]
  /** Per request, in the order of the sizes. */
  times: Map<string, Times[]>
  /** Per request, the tables and indexes that were read at the last size. */
  relations: Map<string, string[]>
  processes: Processes | undefined
}

/** The median at the last size may be at most this many times the median at the first. */
const LIMIT = 1.5

/** Writes docs/performance.md and its plot, docs/images/growth.svg. */
export function writeGrowthReport({ databases, times, relations, processes }: Growth): void {
  const names = [...times.keys()]
  const sizeHeadings = databases.map(({ members }) => `${members.toLocaleString('en')} members`)
  const lines = [
    '# Speed as the data grows',
    '',
    `\`npm run bench -- growth\` wrote this on ${new Date().toISOString().slice(0, 10)}, on a machine with ${cpus().length} processors, which ran the site,`,
    'the database and the measuring program. Times are medians in milliseconds. Each size has one process, and requests to all',
    'sizes alternate. Each member has a purchase with its documents, a session that was held or missed, a deliverable and an',
    `email, over two years. Goal: at most ${LIMIT} times the median of the smallest size.`,
    '',
    '![The medians as bars](images/growth.svg)',
    '',
    `| request | ${sizeHeadings.join(' | ')} | p99 of the largest | ratio | goal ${LIMIT} |`,
    `| --- |${' ---: |'.repeat(databases.length + 2)} --- |`,
    ...names.map((name) => `| ${[name, ...toCells(times.get(name) ?? [])].join(' | ')} |`),
    '',
    'The overview shows stored metrics ([decisions/0029](decisions/0029-stored-metrics.md)). The job that recalculates them',
    `every five minutes took ${databases.map(({ members, metricsMilliseconds }) => `${(metricsMilliseconds / 1_000).toFixed(2)} s with ${members.toLocaleString('en')}`).join(', ')} members.`,
    `The databases have ${databases.map(({ bytes }) => formatBytes(bytes)).join(', ')}.`,
    '',
    ...(relations.size > 0 ? relationLines(relations, sizeHeadings.at(-1) ?? '') : []),
    ...(processes ? processLines(processes) : []),
  ]
  writeFileSync('docs/performance.md', lines.join('\n'))
  execFileSync('node_modules/.bin/biome', ['format', '--write', 'docs/performance.md'])
  const sizes = databases.map(({ members }, index) => ({
    members,
    medians: names.map((name) => times.get(name)?.[index]?.median ?? Number.NaN),
  }))
  writeFileSync('docs/images/growth.svg', drawBars(sizes, names))
}

function relationLines(relations: Map<string, string[]>, sizeHeading: string): string[] {
  const formatRelation = (node: string) => node.replace(/\S*_\S+/, '`$&`')
  return [
    '## Indexes used',
    '',
    `PostgreSQL's plans with ${sizeHeading}, for tables of more than a thousand rows. Full table scans are marked as such.`,
    'Statements of a job that ran at the same time may be included.',
    '',
    '| request | indexes and tables |',
    '| --- | --- |',
    ...[...relations].map(([name, read]) => `| ${name} | ${read.map(formatRelation).join(', ')} |`),
    '',
  ]
}

function toCells(times: Times[]): string[] {
  const [first, last] = [times[0]?.median ?? Number.NaN, times.at(-1)]
  const ratio = (last?.median ?? Number.NaN) / first
  const medianCells = times.map(({ median }) => formatMilliseconds(median))
  return [...medianCells, formatMilliseconds(last?.p99), ratio.toFixed(2), ratio <= LIMIT ? 'met' : 'NOT MET']
}

function formatBytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function processLines({ startMilliseconds, idle, rates }: Processes): string[] {
  const meanRate = (count: number) => {
    const runs = rates.filter(({ processes }) => processes === count)
    return runs.reduce((sum, { perSecond }) => sum + perSecond, 0) / runs.length
  }
  return [
    '## Processes',
    '',
    `One process on PostgreSQL answers its first page ${Math.round(startMilliseconds)} ms after its start (goal 1,500: ${startMilliseconds <= 1_500 ? 'met' : 'NOT MET'}) and uses`,
    `${Math.round(idle.megabytes)} MB after twenty idle seconds (goal 150: ${idle.megabytes <= 150 ? 'met' : 'NOT MET'}). Of these, ${Math.round(idle.mappedFileMegabytes)} MB are Node and its`,
    'libraries, which processes on one machine share. The process has the keys of a payment provider; the embedded sandbox',
    'needs more ([decisions/0030](decisions/0030-small-processes.md)).',
    '',
    'Requests for a dashboard behind HAProxy, measured in this order:',
    '',
    '| processes | requests a second | processors busy | of which the site | of which the database |',
    '| ---: | ---: | ---: | ---: | ---: |',
    ...rates.map(
      ({ processes, perSecond, shares: { busy, site, database } }) =>
        `| ${[processes, Math.round(perSecond), formatPercent(busy), formatPercent(site), formatPercent(database)].join(' | ')} |`,
    ),
    '',
    `Four processes answer ${(meanRate(4) / meanRate(1)).toFixed(2)} times as many requests as one (goal 1.7).`,
    ...(meanRate(4) / meanRate(1) < 1.7 ? limitLines(rates) : []),
    '',
  ]
}

function limitLines(rates: Processes['rates']): string[] {
  const shares = rates.find(({ processes }) => processes === 1)?.shares
  return [
    `The machine is the limit: with one process, the site, the database, HAProxy and the measuring program keep ${formatPercent(shares?.busy)}`,
    `of its processors busy; the site alone uses ${formatPercent(shares?.site)}. Processes share only the database. More processors were not tested.`,
  ]
}

function formatPercent(share = Number.NaN): string {
  return `${Math.round(share * 100)} %`
}

function formatMilliseconds(milliseconds: number | undefined): string {
  return milliseconds === undefined || Number.isNaN(milliseconds) ? 'no response' : milliseconds.toFixed(1)
}

const WIDTH = 760
const BARS_X = 190
const BAR_HEIGHT = 14
const colours = ['#f2c230', '#b88a00', '#1c1c1c']

function drawBars(sizes: { members: number; medians: number[] }[], names: string[]): string {
  const allMedians = sizes.flatMap(({ medians }) => medians).filter(Number.isFinite)
  const scale = (WIDTH - BARS_X - 90) / Math.max(...allMedians, 1)
  const groupHeight = sizes.length * BAR_HEIGHT + 16
  const bars = names.flatMap((name, row) => [
    label(BARS_X - 10, row * groupHeight + groupHeight / 2 + 30, name, 'end'),
    ...sizes.map(({ medians }, index) => {
      const median = medians[row] ?? Number.NaN
      const width = Number.isFinite(median) ? Math.max(1, median * scale) : 0
      const y = row * groupHeight + index * BAR_HEIGHT + 34
      return `<rect x="${BARS_X}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT - 2}" fill="${colours[index % colours.length]}"/>${label(BARS_X + width + 6, y + 10, formatMilliseconds(median), 'start')}`
    }),
  ])
  const legend = sizes.map(({ members }, index) => {
    const x = BARS_X + index * 170
    return `<rect x="${x}" y="8" width="12" height="12" fill="${colours[index % colours.length]}"/>${label(x + 18, 18, `${members.toLocaleString('en')} members, ms`, 'start')}`
  })
  const height = names.length * groupHeight + 44
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12"><title>Time per request in milliseconds</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>${legend.join('')}${bars.join('')}</svg>\n`
}

function label(x: number, y: number, text: string, anchor: 'start' | 'end'): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" fill="#1c1c1c">${text}</text>`
}
