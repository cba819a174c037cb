import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { firstPaintScript } from '#app/web/first-paint.ts'
import { MarketSwitch, OpensIn } from './market-panel.tsx'

// This script is in the head of every page.
beforeAll(() => new Function(firstPaintScript)())

afterEach(() => {
  cleanup()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
})

test('prices are in pounds until dollars are chosen, and the choice is remembered', async () => {
  showSwitch(<MarketSwitch />)
  expect(pressed()).toEqual(['£ UK'])

  await userEvent.click(screen.getByRole('button', { name: '$ International' }))

  expect(pressed()).toEqual(['$ International'])
  expect(localStorage.getItem('market')).toBe('international')
  expect(document.documentElement.dataset.market).toBe('international')
})

test('the market can be chosen by keyboard, and the focus does not move', async () => {
  showSwitch(<MarketSwitch />)

  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(' ')

  expect(pressed()).toEqual(['$ International'])
  expect(document.activeElement?.textContent).toBe('$ International')
})

test('a page that opens in dollars shows dollars until pounds are chosen', async () => {
  showSwitch(
    <OpensIn market="international">
      <MarketSwitch />
    </OpensIn>,
  )
  expect(pressed()).toEqual(['$ International'])

  await userEvent.click(screen.getByRole('button', { name: '£ UK' }))

  expect(pressed()).toEqual(['£ UK'])
})

test('a market chosen on an earlier page is marked when the page has loaded', () => {
  localStorage.setItem('market', 'international')
  window.dispatchEvent(new StorageEvent('storage', { key: 'market' }))
  showSwitch(<MarketSwitch />)

  expect(pressed()).toEqual(['$ International'])
})

test('the market switch follows a choice made in another tab', () => {
  showSwitch(<MarketSwitch />)

  localStorage.setItem('market', 'international')
  window.dispatchEvent(new StorageEvent('storage', { key: 'market' }))

  expect(pressed()).toEqual(['$ International'])
})

function showSwitch(element: ReactElement) {
  render(element)
  window.dispatchEvent(new Event('DOMContentLoaded'))
}

function pressed() {
  const group = screen.getByRole('group', { name: 'Show prices in' })
  return within(group)
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent)
}
