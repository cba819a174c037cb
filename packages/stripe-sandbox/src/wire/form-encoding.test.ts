import { expect, test } from 'vitest'
import { parseForm } from './form-encoding.ts'

test('brackets nest, numbered and empty brackets make lists, and values remain strings', () => {
  expect(parseForm('a=1&b[c][d]=x%20y&e[0]=p&e[1]=q&f[]=r&f[]=s&g[0][h]=t')).toEqual({
    a: '1',
    b: { c: { d: 'x y' } },
    e: ['p', 'q'],
    f: ['r', 's'],
    g: [{ h: 't' }],
  })
  expect(parseForm('metadata[0]=a&metadata[1]=b')).toEqual({ metadata: { 0: 'a', 1: 'b' } })
  expect(parseForm('')).toEqual({})
})

test('dangerous parameter names and too many parameters are refused', () => {
  for (const name of ['__proto__[admin]', 'a[__proto__][b]', 'constructor', `a${'[b]'.repeat(20)}`]) {
    expect(() => parseForm(`${name}=1`), name).toThrow('Invalid parameter name')
  }
  expect(() => parseForm('a=1&'.repeat(1001))).toThrow('Too many parameters')
  expect(({} as { admin?: unknown }).admin).toBeUndefined()
})
