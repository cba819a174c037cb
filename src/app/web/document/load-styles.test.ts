import { beforeEach, expect, test, vi } from 'vitest'

let loadStyles: () => Promise<void>

beforeEach(async () => {
  vi.resetModules()
  ;({ loadStyles } = await import('./load-styles.ts'))
  document.head.innerHTML = ''
})

const sheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]

test('the whole style sheet loads once, when something needs it', async () => {
  document.head.innerHTML = '<style data-sheet="/assets/style-1.css"></style>'
  const isLoaded = Promise.all([loadStyles(), loadStyles()])
  expect(sheets().map(({ href }) => new URL(href).pathname)).toEqual(['/assets/style-1.css'])
  sheets()[0]?.dispatchEvent(new Event('load'))
  await isLoaded

  await loadStyles()
  expect(sheets()).toHaveLength(1)
})

test('after a failure the next use tries again', async () => {
  document.head.innerHTML = '<style data-sheet="/assets/style-1.css"></style>'
  const isLoaded = loadStyles()
  sheets()[0]?.dispatchEvent(new Event('error'))
  await expect(isLoaded).rejects.toThrow('didn’t load')

  expect(sheets()).toEqual([])
})

test('a page in development has the whole style sheet', async () => {
  await expect(loadStyles()).resolves.toBeUndefined()
})
