import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Footer } from './footer.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { TopBar } from './top-bar.tsx'

afterEach(cleanup)

const company = {
  ...{ legalName: 'L', brandName: 'Future World', address: ['1 Road'], phone: '+44 20', email: 'a@b.org' },
  companyNumber: '1',
  vatNumber: null,
  socialLinks: [],
  registrations: [],
}

test('every link in the bar, drawer and footer loads a document', () => {
  render(
    <MemoryRouter>
      <TopBar brandName="Future World" />
      <MobileMenu />
      <Footer company={company as never} hasConsultants year="2026" />
    </MemoryRouter>,
  )
  const links = screen
    .getAllByRole<HTMLAnchorElement>('link', { hidden: true })
    .filter((link) => link.getAttribute('href')?.startsWith('/'))
  expect(links.length).toBeGreaterThan(20)
  for (const link of links) expect([link.textContent, isLeftToBrowser(link)]).toEqual([link.textContent, true])
})

/** The router prevents the default action of every link that it handles itself. */
function isLeftToBrowser(link: HTMLAnchorElement): boolean {
  let isUnhandled = false
  const onClick = (event: Event) => {
    isUnhandled = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', onClick, { once: true })
  fireEvent.click(link)
  return isUnhandled
}
