import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type ServerCall, serverCall } from '#platform/web/server-call.ts'
import { quote } from '#tests/support/web/purchases.ts'
import BasicCheckoutPage from './basic-checkout-page.tsx'
import { type Outline, outlineLoader } from './load-outline.ts'

async function load(address: string, answer: () => Promise<unknown>): Promise<Outline | null> {
  const context = new RouterContextProvider()
  context.set(serverCall, answer as ServerCall)
  const request = new Request(new URL(address, 'https://site.example'))
  return outlineLoader('uk')({ request, context })
}

test('the checkout’s HTML shows the package, before the visitor is known', async () => {
  const outline = await load('/checkout?package=my-future-basic', async () => quote())
  const routes = [{ id: 'page', path: '/', element: <BasicCheckoutPage />, loader: () => null }]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { page: outline } } })
  const html = renderToString(<RouterProvider router={router} />)

  for (const shown of ['Complete your purchase for MY FUTURE WEEK', 'All <!-- -->MY FUTURE', 'One focused week.'])
    expect(html).toContain(shown)
  expect(html).toContain('data-picture="my-future-package"')
  expect(html).not.toContain('Log in to pay')
})

test.each(['/checkout', '/checkout?package=nothing'])(
  '%s has no outline, and leaves the message to the page',
  async (at) => {
    expect(await load(at, () => Promise.reject(new Error('package-not-found')))).toBeNull()
  },
)
