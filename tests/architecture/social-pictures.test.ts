import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { socialPictures } from '../../scripts/media/social-pictures.ts'

const MAX_BYTES = 120 * 1_024
const names = socialPictures.map(({ name }) => name)

test.each(names)('the shared picture %s has the size that its page says, and is small', async (name) => {
  const file = readFileSync(`public/images/social/${name}.jpg`)
  const { width, height, format } = await sharp(file).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
  expect(file.length).toBeLessThan(MAX_BYTES)
})

test('every picture for shared links is in the list', () => {
  const files = globSync('public/images/social/*').map((file) => file.replace('public/images/social/', ''))
  expect(files.sort()).toEqual(names.map((name) => `${name}.jpg`).sort())
})

test('every picture that a page names exists', () => {
  const pages = globSync('src/features/marketing/**/web/*-page.tsx').map((file) => readFileSync(file, 'utf8'))
  const named = pages.flatMap((page) =>
    [...page.matchAll(/^ {2}(?:picture|slug): '([-\w]+)',$/gm)].map(([, name]) => name),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !names.includes(name ?? ''))).toEqual([])
})

test("a guide's picture has the guide's title", () => {
  const guides = globSync('migrations/*guides*.sql')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  for (const { name, title } of socialPictures.filter((each) => each.name.startsWith('guide-')))
    expect(guides).toContain(`'${name}',\n'${title}'`)
})
