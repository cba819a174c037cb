import { globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { portalPictureFormats, portalPictureSources, portalPictures } from '#features/marketing/web/portal-pictures.ts'

const MAX_BYTES = 60_000

const files = portalPictures.flatMap((picture) =>
  portalPictureFormats
    .flatMap((format) => portalPictureSources(picture, format).split(', '))
    .map((source) => {
      const [path = '', width = ''] = source.split(' ')
      return { picture, path, width }
    }),
)

test.each(files)('$path exists, has the shape that is promised and is small', async ({ picture, width, path }) => {
  const bytes = readFileSync(`public${path}`)
  const found = await sharp(bytes).metadata()
  expect(`${found.width}w`).toBe(width)
  expect(found.height / found.width).toBeCloseTo(picture.height / picture.width, 2)
  expect(bytes.length).toBeLessThan(MAX_BYTES)
})

test('every picture of the portal is listed', () => {
  const found = globSync('public/images/portal/*').map((file) => file.replace(/^public/, ''))
  expect(found.sort()).toEqual(files.map(({ path }) => path).sort())
})
