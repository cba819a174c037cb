import { setImmediate } from 'node:timers/promises'
import { cleanup, configure, render } from '@testing-library/react'
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

type Page = ComponentType | RouteModule

/** As much of a route's module as a test needs. */
type RouteModule = {
  default: ComponentType
  clientLoader: (args: { request: Request; params: Record<string, string | undefined> }) => Promise<unknown>
  shouldRevalidate?: ShouldRevalidateFunction
  ErrorBoundary?: ComponentType
}

// As long as a busy machine may take; what is there is seen at once.
configure({ asyncUtilTimeout: 20_000 })

// The last page of a file is left before its window goes: React may still have work of it under way.
afterAll(async () => {
  cleanup()
  await setImmediate()
})

/** Opens an address among the given pages; every other address shows only where it is. */
export function visit(address: string | { pathname: string; state: unknown }, pages: Record<string, Page>) {
  cleanup()
  const routes = Object.entries(pages).map(([path, page]) => routeOf(path, page))
  const router = createMemoryRouter([...routes, { path: '*', Component: Elsewhere }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return {
    // Without pauses of its own: tests with a clock of theirs go by that clock.
    user: userEvent.setup({ delay: null }),
    /** Path, query and hash of where the person is now. */
    address: () => {
      const { pathname, search, hash } = router.state.location
      return pathname + search + hash
    },
    state: () => router.state.location.state as unknown,
    /** Where they come from does not stay behind them. */
    goBack: () => router.navigate(-1),
  }
}

function routeOf(path: string, page: Page): RouteObject {
  if (!('clientLoader' in page)) return { path, Component: page }
  return {
    path,
    loader: ({ request, params }) => page.clientLoader({ request, params }),
    shouldRevalidate: page.shouldRevalidate,
    ErrorBoundary: page.ErrorBoundary,
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
