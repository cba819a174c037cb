import { screen } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { visit } from '#tests/support/web/visit.tsx'
import { TextField } from './forms/text-field.tsx'
import { FilterForm, filterAddress, readFilter } from './list-page.tsx'

test('the search is in the address, without empty fields', async () => {
  const { user, address } = visit('/list?state=open', { '/list': List })
  await user.type(screen.getByLabelText('Name'), ' ada & co ')
  await user.clear(screen.getByLabelText('State'))
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(address()).toBe('/list?name=ada+%26+co')
})

test('the back button restores the previous search and its fields', async () => {
  const { user, address, goBack } = visit('/list?name=ada', { '/list': List })
  await user.type(screen.getByLabelText('Name'), 'lene{Enter}')
  expect(address()).toBe('/list?name=adalene')
  await goBack()
  expect(address()).toBe('/list?name=ada')
  expect(await screen.findByDisplayValue('ada')).toBeTruthy()
})

test('searching keeps the focus in the field', async () => {
  const { user, address } = visit('/list', { '/list': List })
  await user.type(screen.getByLabelText('Name'), 'ada{Enter}')
  expect(address()).toBe('/list?name=ada')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

const Filter = z.strictObject({
  search: z.string().max(5).optional(),
  state: z.enum(['open', 'done']).default('open'),
  days: z.coerce.number().int().optional(),
})

test.each([
  ['', { state: 'open' }],
  ['?search=ada&state=done&days=3', { search: 'ada', state: 'done', days: 3 }],
  // An invalid part does not affect the other parts.
  ['?search=ada&state=nothing&days=three', { search: 'ada', state: 'open' }],
  ['?search=too-long&state=done', { state: 'done' }],
  ['?search=&state=done&unknown=1&state=open', { state: 'done' }],
])('the query string "%s" is parsed as the filter %o', (query, filter) => {
  expect(readFilter(Filter, new Request(`http://localhost/list${query}`))).toEqual(filter)
})

test("a filter's address contains the filled fields and parses back to them", () => {
  const address = filterAddress({ search: ' a&b ', state: 'done', days: 3, unknown: '', missing: undefined })
  expect(address).toBe('?search=a%26b&state=done&days=3')
  expect(readFilter(Filter, new Request(`http://localhost/list${address}`))).toEqual({
    search: 'a&b',
    state: 'done',
    days: 3,
  })
})

test("an empty filter gives the unfiltered list's address", () => {
  expect(filterAddress({ search: ' ' })).toBe('?')
})

function List() {
  const [address] = useSearchParams()
  return (
    <FilterForm filter={{ state: address.get('state') ?? '', name: address.get('name') ?? '' }}>
      {(field) => (
        <>
          <TextField label="Name" {...field('name')} />
          <TextField label="State" {...field('state')} />
        </>
      )}
    </FilterForm>
  )
}
