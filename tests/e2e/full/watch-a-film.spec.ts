import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test("a visitor watches a service's film with captions and by keyboard", async ({ page, look }) => {
  await page.goto('/services/my-future')
  const link = page.getByRole('link', { name: 'Watch the film' })
  await link.click()
  const film = page.locator('video')
  await expect(page.getByRole('dialog').getByText('without knowing what comes next')).toBeVisible()
  await page.keyboard.press('m')
  await page.getByRole('slider', { name: 'Seek' }).focus()
  await page.keyboard.press(' ')
  await expect(film).toHaveJSProperty('paused', true)
  await look('film')

  const time = () => film.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)
  const before = await time()
  await page.keyboard.press('ArrowRight')
  await expect.poll(time).toBeCloseTo(before + 5, 0)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('films have their content types, support range requests and are cached for a day', async ({ request }) => {
  const types = { webm: 'video/webm', mp4: 'video/mp4', vtt: 'text/vtt', jpg: 'image/jpeg' }
  for (const film of ['my-future', 'study-world', 'biz-future']) {
    for (const [ending, type] of Object.entries(types)) {
      const address = `/video/${film}.${ending}`
      const whole = await request.get(address)
      expect(whole.headers()['content-type'], address).toContain(type)
      expect(whole.headers()['cache-control'], address).toBe('public, max-age=86400')
      const size = (await whole.body()).length
      expect(size).toBeLessThan(3_000_000)

      const rangeAnswer = await request.get(address, { headers: { range: 'bytes=100-199' } })
      expect(rangeAnswer.status(), address).toBe(206)
      expect(rangeAnswer.headers()['content-range']).toBe(`bytes 100-199/${size}`)
      const beyond = await request.get(address, { headers: { range: `bytes=${size}-` } })
      expect(beyond.status(), address).toBe(416)
      const changed = await request.get(address, { headers: { 'if-match': '"another"' } })
      expect(changed.status(), address).toBe(412)
    }
  }
})
