import sharp from 'sharp'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a saved profile picture shows in the top bar until it is removed', async ({ memberPage: page, look }) => {
  await page.goto('/portal/profile')
  const inTopBar = page.getByRole('banner').locator('img')
  await page.getByLabel('Choose a picture').setInputFiles(await photo())
  await expect(page.getByRole('main').locator('img')).toBeVisible()
  await expect(inTopBar).toHaveCount(0)
  await look('picture-chosen')

  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('Picture saved.')).toBeVisible()
  await expect(inTopBar).toBeVisible()
  await page.reload()
  await expect(inTopBar).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await look('picture')

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(inTopBar).toHaveCount(0)
})

test('the old profile URL redirects permanently to the portal, even without scripts', async ({ site }) => {
  const answer = await fetch(`${site.url}/profile`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/portal/profile'])
})

async function photo() {
  const picture = sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: { r: 30, g: 120, b: 90 } } })
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}
