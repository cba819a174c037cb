import { expect, test } from 'vitest'
import { isCountry, listCountries } from './countries.ts'

test('every country can be chosen once, by its English name, in alphabetical order', () => {
  const countries = listCountries()
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(([, name]) => name)).size).toBe(249)
  expect(countries[0]).toEqual(['AF', 'Afghanistan'])
  expect(countries).toContainEqual(['GB', 'United Kingdom'])
  expect(countries).toContainEqual(['AX', 'Åland Islands'])
  for (const [code, name] of countries) expect(name).not.toBe(code)
})

test.each(['', 'UK', 'gb', 'EU', 'XX', 'GBR', 'GB '])('%o is not a country code', (code) => {
  expect(isCountry(code)).toBe(false)
})
