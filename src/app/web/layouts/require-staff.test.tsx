import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ada, givenMember } from '#tests/support/web/people.ts'
import * as administrators from './require-administrator.tsx'
import * as consultants from './require-consultant.tsx'

const areas = [
  { role: 'consultant', otherRole: 'administrator', side: consultants },
  { role: 'administrator', otherRole: 'consultant', side: administrators },
] as const

test.each(areas)('a member is redirected from the $role area before anything is loaded', async ({ side }) => {
  givenMember()
  const { router, load } = open(side)
  await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
  expect(load).not.toHaveBeenCalled()
})

test.each(areas)('the $role area redirects other staff ($otherRole)', async ({ side, otherRole }) => {
  givenMember({ ...ada, role: otherRole })
  const { router, load } = open(side)
  await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
  expect(load).not.toHaveBeenCalled()
})

test('a consultant may open the consultant area', async () => {
  givenMember({ ...ada, role: 'consultant' })
  const { router, load } = open(consultants)
  await waitFor(() => expect(load).toHaveBeenCalled())
  expect(router.state.location.pathname).toBe('/side/page')
})

type StaffArea = typeof consultants | typeof administrators

function open({ clientMiddleware, default: Layout }: StaffArea) {
  const load = vi.fn(async () => null)
  const router = createMemoryRouter(
    [
      {
        path: '/side',
        middleware: clientMiddleware as never,
        Component: Layout as never,
        HydrateFallback: Nothing,
        children: [{ path: 'page', loader: load, Component: Nothing }],
      },
      { path: '/portal', Component: Nothing },
    ],
    { initialEntries: ['/side/page'] },
  )
  render(<RouterProvider router={router} />)
  return { router, load }
}

function Nothing() {
  return null
}
