import { checkScreenOnce } from '../support/check-screen.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone, reducedMotion: 'reduce' })

/** Pages with answers in their address are not in the sitemap, so the test of all public pages misses them. */
test('four answers lead to a package, and neither the questions nor the result are indexed', async ({
  page,
  request,
  look,
}) => {
  await page.goto('/which-service')
  for (const [question, answer] of [
    ['What’s on your mind?', 'I want to study abroad'],
    ['Do you know where you want to apply?', 'Yes, I have places in mind'],
    ['What do you want to come away with?', 'An application that’s ready to send'],
    ['Do you need help with an interview or a visa?', 'No, or not yet'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(question)
    await look(question)
    await page.getByRole('link', { name: answer }).click()
  }
  await expect(page).toHaveURL('/which-service/study-world/yes/an-application/no')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('STUDY WORLD PRO')
  await expect(page.locator('#study-world-pro')).toContainText('£238.80 incl. VAT')
  await look('the package')
  await page.setViewportSize({ width: 320, height: 640 })
  await checkScreenOnce(page, 'the package on the narrowest phone')

  await page.goBack()
  await expect(page.getByText('Question 4 of 4')).toBeVisible()
  for (const path of ['/which-service/study-world', '/which-service/study-world/yes/an-application/no'])
    expect((await request.get(path)).headers()['x-robots-tag'], path).toBe('noindex')
  expect((await request.get('/which-service/study-world/maybe')).status()).toBe(404)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('one press on the home page leads to all prices, and five to the right package', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'See the prices' }).first().click()
    await expect(page.getByText('What you see is what you pay')).toBeInViewport()
    await page.getByRole('main').getByRole('link', { name: 'Which service is right for me?' }).click()
    for (const answer of [
      'No one finds my business online',
      'We should post regularly',
      'No, or not yet',
      'In writing',
    ])
      await page.getByRole('link', { name: answer }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BIZ FUTURE')
    await expect(page.getByRole('link', { name: 'Get Started' }).filter({ visible: true })).toHaveCount(1)
  })
})
