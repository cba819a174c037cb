import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { followMenus } from '../document/menus.ts'
import { MobileMenu } from './mobile-menu.tsx'

beforeAll(followMenus)
afterEach(cleanup)

test('the drawer has all the links from the top bar and the portal, and then what helps to choose', () => {
  showDrawer()

  const names = screen.getAllByRole('link', { hidden: true }).map((link) => link.textContent)
  expect(names).toEqual([
    'Home',
    'MY FUTURE',
    'STUDY WORLD',
    'BIZ FUTURE',
    'About Us',
    'Contact',
    'Login / Sign Up',
    'Dashboard',
    'Profile',
    'My Packages',
    'My Bookings',
    'Which service is right for me?',
    'Prices',
    'Samples',
    'Guides',
  ])
})

test('choosing a page closes the drawer', () => {
  const hidePopover = showDrawer()

  fireEvent.click(screen.getByText('About Us'))
  expect(hidePopover).toHaveBeenCalled()
})

test('opening the list of services does not close the drawer', () => {
  const hidePopover = showDrawer()

  fireEvent.click(screen.getByText('Services'))
  expect(hidePopover).not.toHaveBeenCalled()
})

function showDrawer() {
  render(
    <MemoryRouter>
      <MobileMenu />
    </MemoryRouter>,
  )
  const hidePopover = vi.fn()
  screen.getByLabelText('Menu').hidePopover = hidePopover
  return hidePopover
}
