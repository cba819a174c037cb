import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = readFileSync('src/app/web/styles.css', 'utf8')
const [lightStyles = '', darkStyles = ''] = styles.split('prefers-color-scheme: dark', 2)

const light = readColours(lightStyles)
const schemes = { light, dark: { ...light, ...readColours(darkStyles) } }

const pages = ['ground', 'surface']
const notes = ['primary-soft', 'info-soft', 'success-soft', 'warning-soft', 'danger-soft']
const slates = ['secondary', 'secondary-deep']

/** Each colour of text, and the backgrounds it is on. */
const texts: Record<string, string[]> = {
  ink: [...pages, ...notes, 'line'],
  muted: [...pages, ...notes],
  'primary-ink': [...pages, 'primary-soft'],
  'secondary-ink': [...pages, 'info-soft'],
  danger: [...pages, 'danger-soft'],
  success: [...pages, 'success-soft'],
  warning: [...pages, 'warning-soft'],
  info: [...pages, 'info-soft'],
  // Buttons and chosen entries.
  surface: ['secondary-ink', 'secondary-strong', 'ink', 'danger'],
  'secondary-deep': ['primary', 'primary-strong'],
  // Bands that are dark in both schemes.
  white: [...slates, 'secondary-soft'],
  'on-dark': slates,
  primary: slates,
}

/** Lines and shapes that must be seen, and what surrounds them. */
const shapes: Record<string, string[]> = {
  field: pages,
  'secondary-ink': [...pages, 'line'],
  success: ['surface', 'line'],
}

for (const [scheme, colours] of Object.entries(schemes)) {
  test.each(pairs(texts))(`in the ${scheme} scheme, %s on %s has the contrast that text needs`, (text, background) => {
    expect(contrast(colours, text, background)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(shapes))(`in the ${scheme} scheme, %s on %s has the contrast that shapes need`, (shape, around) => {
    expect(contrast(colours, shape, around)).toBeGreaterThanOrEqual(3)
  })
}

test('the dark scheme changes no colour that the light scheme does not have', () => {
  const names = Object.keys(readColours(darkStyles))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !(name in light))).toEqual([])
})

/** Only `Picture` shows pictures that exist for both schemes. */
test('every photograph is dimmed in the dark scheme', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !/picture[.]tsx$|[.]test[.]tsx$/.test(file))
  const photographs = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/<img\b.*?\/>/gs)])
  expect(photographs.length).toBeGreaterThan(4)
  expect(photographs.filter(([tag]) => !/className=[{"`]+photograph /.test(tag)).map(([tag]) => tag)).toEqual([])
})

function readColours(css: string): Record<string, string> {
  return Object.fromEntries([...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))
}

function pairs(table: Record<string, string[]>): [string, string][] {
  return Object.entries(table).flatMap(([colour, others]) => others.map((other): [string, string] => [colour, other]))
}

/** The contrast ratio of WCAG 2. */
function contrast(colours: Record<string, string>, one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((name) => luminance(colours[name] ?? ''))
    .sort((first, second) => first - second)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = (hex.match(/[0-9a-f]{2}/g) ?? [])
    .map((channel) => Number.parseInt(channel, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
