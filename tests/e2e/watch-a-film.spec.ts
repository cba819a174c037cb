import { expect, test, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a visitor watches the film of a service, with captions and by keyboard', async ({ page, look }) => {
      // Before its scripts have come, the link leads to the film as a file.
      await page.goto('/services/my-future', { waitUntil: 'networkidle' })
      const link = page.getByRole('link', { name: 'Watch the film' })
      await expect(async () => {
        await link.click({ modifiers: [] })
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
      }).toPass()
      const time = () => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
      const isPaused = () => page.locator('video').evaluate((film: HTMLVideoElement) => film.paused)
      await expect.poll(time).toBeGreaterThan(0.5)
      await expect(page.getByText('not knowing what comes next')).toBeVisible()
      await look('film')

      await expect(page.locator('[data-shown="false"]').first()).toBeAttached()
      await page.mouse.move(200, 300)
      await expect(page.locator('[data-shown="false"]')).toHaveCount(0)

      await page.keyboard.press('m')
      await page.getByRole('slider', { name: 'Seek' }).focus()
      await page.keyboard.press(' ')
      await expect.poll(isPaused).toBe(true)
      const before = await time()
      await page.keyboard.press('ArrowRight')
      await expect.poll(time).toBeCloseTo(before + 5, 0)

      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(link).toBeFocused()
    })
  })
}

test('films are served in pieces, with their types, for a day', async ({ request }) => {
  const types = { webm: 'video/webm', mp4: 'video/mp4', vtt: 'text/vtt', jpg: 'image/jpeg' }
  for (const film of ['my-future', 'study-world', 'biz-future']) {
    for (const [ending, type] of Object.entries(types)) {
      const address = `/video/${film}.${ending}`
      const whole = await request.get(address)
      expect(whole.headers()['content-type'], address).toContain(type)
      expect(whole.headers()['cache-control'], address).toBe('public, max-age=86400')
      const size = (await whole.body()).length
      expect(size).toBeLessThan(3_000_000)

      const piece = await request.get(address, { headers: { range: 'bytes=100-199' } })
      expect(piece.status(), address).toBe(206)
      expect(piece.headers()['content-range']).toBe(`bytes 100-199/${size}`)
      const beyond = await request.get(address, { headers: { range: `bytes=${size}-` } })
      expect(beyond.status(), address).toBe(416)
      const changed = await request.get(address, { headers: { 'if-match': '"another"' } })
      expect(changed.status(), address).toBe(412)
    }
  }
})
