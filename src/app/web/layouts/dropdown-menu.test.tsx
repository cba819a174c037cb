import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { followMenus } from '../document/menus.ts'
import { DropdownMenu } from './dropdown-menu.tsx'

beforeAll(followMenus)
afterEach(cleanup)

test('Escape closes the menu and returns the focus to its button', () => {
  const menu = showOpenMenu()

  fireEvent.keyDown(screen.getByText('MY FUTURE'), { key: 'Escape' })
  expect(menu.open).toBe(false)
  expect(document.activeElement).toBe(menu.querySelector('summary'))
})

test('a click elsewhere, focus elsewhere and a choice close the menu', () => {
  const menu = showOpenMenu()

  fireEvent.pointerDown(screen.getByText('Elsewhere'))
  expect(menu.open).toBe(false)

  menu.open = true
  fireEvent.focusIn(screen.getByText('Elsewhere'))
  expect(menu.open).toBe(false)

  menu.open = true
  fireEvent.click(screen.getByText('MY FUTURE'))
  expect(menu.open).toBe(false)
})

function showOpenMenu() {
  render(
    <>
      <DropdownMenu button="Services" align="left">
        <li>
          <a href="#my-future">MY FUTURE</a>
        </li>
      </DropdownMenu>
      <button type="button">Elsewhere</button>
    </>,
  )
  const menu = screen.getByText('Services').closest('details')
  if (!menu) throw new Error('There is no menu')
  menu.open = true
  return menu
}
