import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { packageSeeds } from '#features/catalogue/packages.ts'
import { packageEmailPicture } from '#features/catalogue/server/public.ts'
import { listSources, type PictureName } from '#platform/web/ui/picture.tsx'
import { pictures } from '#platform/web/ui/pictures.ts'

/** The size limit in bytes for each picture width. */
const maxBytes: Record<number, number> = { 480: 30_000, 640: 45_000, 800: 60_000, 1200: 100_000, 1600: 160_000 }

const MAX_PLACEHOLDER_CHARACTERS = 300

const names = Object.keys(pictures) as PictureName[]

test.each(names)('every file for %s exists, is as wide as its name says and is small enough', async (name) => {
  const { width, height, placeholder } = pictures[name]
  expect(placeholder.length).toBeLessThan(MAX_PLACEHOLDER_CHARACTERS)
  for (const [path, descriptor] of listFiles(name)) {
    const bytes = readFileSync(`public${path}`)
    const found = await sharp(bytes).metadata()
    expect([path, `${found.width}w`]).toEqual([path, descriptor])
    expect(found.height / found.width).toBeCloseTo(height / width, 2)
    expect([path, bytes.length < (maxBytes[found.width] ?? 0)]).toEqual([path, true])
  }
})

test('every illustration is used by a page', () => {
  const files = globSync('public/images/illustrations/*/*').map((file) => file.replace(/^public/, ''))
  expect(files.sort()).toEqual(
    names
      .flatMap(listFiles)
      .map(([path]) => path)
      .sort(),
  )
})

test.each(packageSeeds)(
  'the picture of $id for emails is a small JPEG at twice the size that they show',
  async ({ id }) => {
    const shown = packageEmailPicture(id, '')
    const bytes = readFileSync(`public${shown?.url}`)
    const { format, width, height } = await sharp(bytes).metadata()
    expect({ format, width, height }).toEqual({
      format: 'jpeg',
      width: 2 * (shown?.width ?? 0),
      height: 2 * (shown?.height ?? 0),
    })
    expect(bytes.length).toBeLessThan(40 * 1_024)
  },
)

test('a package for which no picture was drawn has none in emails', () => {
  expect(packageEmailPicture('my-future-third', 'https://site.example')).toBeUndefined()
})

function listFiles(name: PictureName): [path: string, descriptor: string][] {
  return listSources(name)
    .flatMap(({ srcSet }) => srcSet.split(', '))
    .map((candidate) => {
      const [path = '', descriptor = ''] = candidate.split(' ')
      return [path, descriptor]
    })
}
