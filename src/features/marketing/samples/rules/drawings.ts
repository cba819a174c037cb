import { lowerFirst } from '#platform/shared/lower-first.ts'
import type { Chart, Roadmap } from '../contract.ts'

/** Charts and roadmaps as shapes, so that the page and the PDF show the same drawing. */

type Tone = 'ink' | 'onAmber' | 'muted' | 'dark' | 'amber' | 'soft' | 'line' | 'white'

export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; radius: number; fill: Tone }
  | { kind: 'dot'; x: number; y: number; radius: number; fill: Tone }
  | { kind: 'road'; path: string; stroke: Tone; width: number; isDashed?: boolean }
  /** A part of a picture, whose colours do not depend on the scheme. */
  | { kind: 'paper'; path: string; fill: string; opacity: number; x: number; y: number }
  | { kind: 'words'; x: number; y: number; text: string; size: number; isStrong?: boolean; anchor?: Anchor; fill: Tone }

type Anchor = 'start' | 'middle' | 'end'

export type Drawing = { width: number; height: number; shapes: Shape[] }

/** Narrow, so that the words stay readable on a phone. */
const WIDTH = 360

export function drawChart(chart: Chart): Drawing {
  return chart.form === 'bars' ? drawBars(chart) : drawColumns(chart)
}

/** Describes in words what a chart shows. */
export function describeChart({ title, values, unit }: Chart): string {
  return `${title}: ${values.map(({ label, value }) => `${label} ${formatValue(value, unit)}`).join(', ')}.`
}

export function describeRoadmap({ start, lanes }: Roadmap): string {
  const ways = lanes.map(({ title, stops, destination }) => {
    const steps = stops.map(({ date, text }) => `${date}, ${lowerFirst(text)}`)
    return `${title}: ${steps.join('; ')}; leads to ${lowerFirst(destination)}.`
  })
  return `Three ways from here. Start: ${start}. ${ways.join(' ')}`
}

function formatValue(value: number, unit: string): string {
  const number = Math.abs(value).toLocaleString('en-GB')
  return unit.startsWith('€') || unit.startsWith('£') ? `${unit}${number}` : `${number}${unit}`
}

const BAR_ROW = 44

function drawBars({ values, unit }: Chart): Drawing {
  const most = Math.max(...values.map(({ value }) => value))
  const room = WIDTH - 78
  const shapes = values.flatMap(({ label, value }, index): Shape[] => {
    const y = index * BAR_ROW
    const width = Math.max(3, (value / most) * room)
    const fill = value === most ? 'amber' : 'dark'
    return [
      { kind: 'words', x: 0, y: y + 14, text: label, size: 15.5, fill: 'ink' },
      { kind: 'box', x: 0, y: y + 21, width: room, height: 14, radius: 3, fill: 'line' },
      { kind: 'box', x: 0, y: y + 21, width, height: 14, radius: 3, fill },
      {
        kind: 'words',
        x: room + 8,
        y: y + 33,
        text: formatValue(value, unit),
        size: 15.5,
        isStrong: true,
        fill: 'ink',
      },
    ]
  })
  return { width: WIDTH, height: values.length * BAR_ROW, shapes }
}

const COLUMNS_HEIGHT = 176

function drawColumns({ values, unit }: Chart): Drawing {
  const most = Math.max(...values.map(({ value }) => value))
  const step = WIDTH / values.length
  const floor = COLUMNS_HEIGHT - 26
  const columns = values.flatMap(({ label, value }, index): Shape[] => {
    const height = Math.max(3, (value / most) * (floor - 28))
    const middle = index * step + step / 2
    const width = Math.min(step * 0.62, 64)
    const box = { x: middle - width / 2, y: floor - height, width, height, radius: 3 }
    const words = { kind: 'words', x: middle, anchor: 'middle', size: 15.5, fill: 'ink' } as const
    return [
      { kind: 'box', ...box, fill: value === most ? 'amber' : 'dark' },
      { ...words, y: floor - height - 8, text: formatValue(value, unit), isStrong: true },
      { ...words, y: floor + 19, text: label },
    ]
  })
  const ground: Shape = { kind: 'box', x: 0, y: floor, width: WIDTH, height: 1.5, radius: 0, fill: 'line' }
  return { width: WIDTH, height: COLUMNS_HEIGHT, shapes: [ground, ...columns] }
}

const FIRST_STOP = 126
const STOP_STEP = 66

/**
 * Draws one road from the top that splits into a lane for each route, with a stop for each date and the destination at
 * each end.
 */
export function drawRoadmap({ start, lanes }: Roadmap): Drawing {
  const step = WIDTH / lanes.length
  const stopCount = Math.max(...lanes.map(({ stops }) => stops.length))
  const end = FIRST_STOP + stopCount * STOP_STEP
  const height = end + 62
  const shapes = lanes.flatMap((lane, index): Shape[] => {
    const left = index * step + 10
    return [
      ...drawRoad(left, end),
      ...wrap(lane.title, 15).map((text, line): Shape => {
        const y = 86 + line * 14
        return { kind: 'words', x: left + 12, y, text, size: 12, isStrong: true, fill: 'ink' }
      }),
      ...lane.stops.flatMap((stop, position) => drawStop(stop, left, FIRST_STOP + position * STOP_STEP)),
      ...drawDestination(lane.destination, left, end),
    ]
  })
  return { width: WIDTH, height, shapes: [...shapes, ...drawStart(start)] }
}

function drawRoad(x: number, end: number): Shape[] {
  const path = `M${WIDTH / 2} 30C${WIDTH / 2} 62 ${x} 40 ${x} 78L${x} ${end}`
  return [
    { kind: 'road', path, stroke: 'dark', width: 7 },
    { kind: 'road', path, stroke: 'white', width: 1.2, isDashed: true },
  ]
}

function drawStart(start: string): Shape[] {
  return [
    { kind: 'box', x: WIDTH / 2 - 108, y: 4, width: 216, height: 32, radius: 16, fill: 'amber' },
    { kind: 'words', x: WIDTH / 2, y: 24.5, text: start, size: 12, isStrong: true, anchor: 'middle', fill: 'onAmber' },
  ]
}

function drawStop({ date, text }: Roadmap['lanes'][number]['stops'][number], x: number, y: number): Shape[] {
  const words = wrap(text, 16).map(
    (line, index): Shape => ({ kind: 'words', x: x + 12, y: y + 18 + index * 13.5, text: line, size: 11, fill: 'ink' }),
  )
  return [
    { kind: 'dot', x, y, radius: 7, fill: 'dark' },
    { kind: 'dot', x, y, radius: 4, fill: 'amber' },
    { kind: 'words', x: x + 12, y: y + 4, text: date, size: 11, isStrong: true, fill: 'muted' },
    ...words,
  ]
}

function drawDestination(destination: string, x: number, y: number): Shape[] {
  const words = wrap(destination, 13).map(
    (line, index): Shape => ({
      kind: 'words',
      x: x + 12,
      y: y + 12 + index * 14,
      text: line,
      size: 11.5,
      isStrong: true,
      fill: 'ink',
    }),
  )
  return [
    { kind: 'box', x: x - 8, y: y - 4, width: 112, height: 24 + (words.length - 1) * 14, radius: 6, fill: 'soft' },
    { kind: 'dot', x, y: y + 8, radius: 5, fill: 'amber' },
    ...words,
  ]
}

/** Breaks text between words into lines with a maximum number of characters. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
