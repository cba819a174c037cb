import { expect, expectHydrated, test } from '../support/test.ts'

test('an injected script does not run, and the site counts the violation', async ({ context, site }) => {
  const page = await context.newPage()
  await page.route(`${site.url}/about`, async (route) => {
    const answer = await route.fetch()
    const planted = '<script>document.documentElement.dataset.planted = "yes"</script>'
    await route.fulfill({ response: answer, body: (await answer.text()).replace('<main', `${planted}<main`) })
  })
  await page.goto('/about')

  await expect.poll(() => violations(site.url)).toContain('directive="script-src",disposition="enforce"')
  expect(await page.locator('html').getAttribute('data-planted')).toBeNull()
})

test('trusted types reject strings as HTML or scripts, and the site counts the violation', async ({
  context,
  site,
}) => {
  const page = await context.newPage()
  await page.goto('/about')
  await expectHydrated(page)

  const outcomes = await page.evaluate(() => {
    const tries = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="planted()">'),
      () => Object.assign(document.createElement('script'), { src: '/planted.js' }),
      () => Object.assign(document.createElement('script'), { textContent: 'planted()' }),
      () => Object.assign(document.createElement('iframe'), { srcdoc: '<p>planted</p>' }),
      () => window.trustedTypes?.createPolicy('planted', { createHTML: String }),
    ]
    return tries.map((attempt) => {
      try {
        attempt()
        return 'taken'
      } catch (error) {
        return (error as Error).name
      }
    })
  })

  expect(outcomes).toEqual(Array(5).fill('TypeError'))
  await expect.poll(() => violations(site.url)).toContain('directive="require-trusted-types-for",disposition="enforce"')
})

async function violations(url: string): Promise<string[]> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  return figures.split('\n').flatMap((line) => /^futureworld_policy_violations_total\{([^}]+)\}/.exec(line)?.[1] ?? [])
}
