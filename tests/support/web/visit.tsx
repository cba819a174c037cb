import { setImmediate } from 'node:timers/promises'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import {
  createMemoryRouter,
  type RouteObject,
  RouterProvider,
  type ShouldRevalidateFunction,
  useLocation,
} from 'react-router'
import { afterAll } from 'vitest'
import { IdentityQuestion } from '#app/web/identity-question.tsx'
import { PageError } from '#platform/web/ui/page-error.tsx'

type Page = ComponentType | RouteModule

/** The part of a route module that the tests need. */
type RouteModule = {
  default: ComponentType
  clientLoader: (args: { request: Request; params: Record<string, string | undefined> }) => Promise<unknown>
  shouldRevalidate?: ShouldRevalidateFunction
  ErrorBoundary?: ComponentType
}

// Unmount the last page before its window is removed, because React may still have pending work.
afterAll(async () => {
  cleanup()
  await setImmediate()
})

/** Opens an address in an app with these pages; any other address shows only its path. */
export function visit(address: string | { pathname: string; state: unknown }, pages: Record<string, Page>) {
  cleanup()
  const routes = Object.entries(pages).map(([path, page]) => toRoute(path, page))
  const router = createMemoryRouter([...routes, { path: '*', Component: Elsewhere }], { initialEntries: [address] })
  render(
    <>
      <RouterProvider router={router} />
      <IdentityQuestion />
    </>,
  )
  return {
    // Without delays, so that tests with fake timers need not advance them.
    user: userEvent.setup({ delay: null }),
    /** The path, query and hash of the current address. */
    address: () => {
      const { pathname, search, hash } = router.state.location
      return pathname + search + hash
    },
    state: () => router.state.location.state as unknown,
    goBack: () => router.navigate(-1),
  }
}

function toRoute(path: string, page: Page): RouteObject {
  if (!('clientLoader' in page)) return { path, Component: page }
  return {
    path,
    loader: ({ request, params }) => page.clientLoader({ request, params }),
    shouldRevalidate: page.shouldRevalidate,
    // If a page has no error boundary, its layout's is used.
    ErrorBoundary: page.ErrorBoundary ?? PageError,
    HydrateFallback: Loading,
    Component: page.default,
  }
}

function Loading() {
  return <p>Loading</p>
}

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>
}
