import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { followRows } from './follow-rows.ts'
import { SnapList } from './snap-list.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the Tab key stops at a row only while it scrolls sideways, and never if it has links of its own', () => {
  const observed: Element[] = []
  let resize: (entries: { target: Element }[]) => void = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: typeof resize) {
        resize = onResize
      }
      observe(row: Element) {
        observed.push(row)
      }
    },
  )
  render(
    <>
      <SnapList label="Steps">One, two</SnapList>
      <SnapList label="Guides">
        <a href="/guides">All</a>
      </SnapList>
    </>,
  )
  const row = screen.getByRole('region', { name: 'Steps' })
  followRows()

  expect(observed).toEqual([row])
  const stopsAt = (scrollWidth: number) => {
    vi.spyOn(row, 'scrollWidth', 'get').mockReturnValue(scrollWidth)
    resize([{ target: row }])
    return row.getAttribute('tabindex')
  }
  expect([stopsAt(0), stopsAt(900), stopsAt(0)]).toEqual([null, '0', null])
})
