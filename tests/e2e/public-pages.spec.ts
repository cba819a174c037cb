import { expect, test, widths } from './support/test.ts'

for (const { name, viewport } of [...widths, { name: 'narrowest', viewport: { width: 320, height: 640 } }]) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('every page of the sitemap is for everybody', async ({ page, request, look }) => {
      test.slow()
      const sitemap = await (await request.get('/sitemap.xml')).text()
      const paths = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
      expect(paths.length).toBeGreaterThan(8)
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await look(`page${path.replaceAll('/', '-')}`)
      }
    })
  })
}
