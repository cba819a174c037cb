import { expect, test } from 'vitest'
import type { Chart } from '../contract.ts'
import { describeChart, describeRoadmap, drawChart, drawRoadmap } from './drawings.ts'

const chart = (form: Chart['form'], unit = ''): Chart => ({
  title: 'Views',
  unit,
  form,
  values: [
    { label: 'One', value: 500 },
    { label: 'Two', value: 1000 },
  ],
})

test.each(['bars', 'columns'] as const)(
  'in %s, half the value is drawn at half the size, and the largest value is amber',
  (form) => {
    const boxes = drawChart(chart(form)).shapes.filter((shape) => shape.kind === 'box' && shape.fill !== 'line')
    const sizes = boxes.map((shape) => (shape.kind === 'box' ? (form === 'bars' ? shape.width : shape.height) : 0))
    expect((sizes[0] ?? 0) * 2).toBeCloseTo(sizes[1] ?? 0)
    expect(boxes.map((shape) => shape.kind === 'box' && shape.fill)).toEqual(['dark', 'amber'])
  },
)

test("a chart's description contains every value, and a currency comes before the number", () => {
  expect(describeChart(chart('bars', ' h'))).toBe('Views: One 500 h, Two 1,000 h.')
  expect(describeChart(chart('columns', '€'))).toBe('Views: One €500, Two €1,000.')
})

const roadmap = {
  start: 'You',
  lanes: ['A', 'B', 'C'].map((title) => ({
    title,
    stops: [
      { date: 'May 2027', text: 'A step with quite a few words in it' },
      { date: 'Jun 2027', text: 'UCAS form' },
    ],
    destination: 'Work',
  })),
}

test('a roadmap has one road for each route, and all words fit inside the picture', () => {
  const { shapes, width, height } = drawRoadmap(roadmap)
  expect(shapes.filter((shape) => shape.kind === 'road' && !shape.isDashed)).toHaveLength(3)
  const words = shapes.filter((shape) => shape.kind === 'words')
  expect(words.map(({ text }) => text).join(' ')).toContain('A step with quite')
  for (const { x, y, text, size } of words) {
    expect(y).toBeLessThan(height)
    expect(x + (text.length * size) / 2).toBeLessThan(width + 20)
  }
})

test('a roadmap is described in words', () => {
  expect(describeRoadmap(roadmap)).toContain(
    'A: May 2027, a step with quite a few words in it; Jun 2027, UCAS form; leads to work.',
  )
})
