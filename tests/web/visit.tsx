import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'

/** Opens an address among the given pages; every other address shows only where it is. */
export function visit(address: string, pages: Record<string, ComponentType>) {
  cleanup()
  const routes = Object.entries(pages).map(([path, Component]) => ({ path, Component }))
  const router = createMemoryRouter([...routes, { path: '*', Component: Elsewhere }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return {
    user: userEvent.setup(),
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

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>
}
