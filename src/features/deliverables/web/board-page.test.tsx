// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allowDialogs } from '../../../../tests/web/dialogs.ts'
import { fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { assignItem, type BoardItem, listBoard, listMakers, type Maker } from '../contract/board.ts'
import * as page from './board-page.tsx'

const id = '0196b3a0-0000-7000-8000-0000000000aa'
const other = '0196b3a0-0000-7000-8000-0000000000ab'

const item: BoardItem = {
  id,
  entitlementId: id,
  packageTitle: 'BIZ FUTURE Basic',
  lineKey: 'posts',
  title: 'Posts',
  unit: 'post',
  number: 3,
  promised: 8,
  dueOn: '2026-11-20',
  state: 'in_progress',
  consultantName: 'Alan',
  deliveredAt: null,
  member: { id, name: 'Grace Hopper' },
  consultant: { id, isActive: false },
  serviceType: 'BIZ_FUTURE',
  isLate: true,
}

const makers: Maker[] = [
  { id: other, displayName: 'Ada', services: ['BIZ_FUTURE'] },
  { id: '0196b3a0-0000-7000-8000-0000000000ac', displayName: 'Barbara', services: ['STUDY_WORLD'] },
]

test('what a consultant who has left was making is given to one who advises on it', async () => {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  let board = [item]
  const { requests } = fakeServer(({ method, address }) => {
    if (method === 'POST') {
      board = []
      return granted(assignItem, { ...item, versions: [], comments: [] })
    }
    if (address === '/api/admin/makers') return granted(listMakers, makers)
    return granted(listBoard, { items: board, nextCursor: null })
  })
  const { user } = visit('/admin/deliverables', { '/admin/deliverables': page as never })
  const row = within(await screen.findByRole('listitem'))
  expect(row.getByText('Late')).toBeTruthy()
  expect(row.getByText('Its consultant has left')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Assign: Post 3 of 8' }))
  const dialog = within(screen.getByRole('dialog'))
  const names = within(dialog.getByLabelText('To whom')).getAllByRole('option')
  expect(names.map(({ textContent }) => textContent)).toEqual(['Nobody: whoever advises on it may take it', 'Ada'])
  await user.selectOptions(dialog.getByLabelText('To whom'), 'Ada')
  await user.click(dialog.getByRole('button', { name: 'Assign it' }))
  expect(await screen.findByText('Nothing is late.')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ from: id, to: other })
})

test('what nobody has is assigned only once somebody is chosen', async () => {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  const { requests } = fakeServer(({ address }) =>
    address === '/api/admin/makers'
      ? granted(listMakers, makers)
      : granted(listBoard, { items: [{ ...item, consultant: null, consultantName: null }], nextCursor: null }),
  )
  const { user } = visit('/admin/deliverables', { '/admin/deliverables': page as never })
  await user.click(await screen.findByRole('button', { name: 'Assign: Post 3 of 8' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Assign it' }))
  expect(dialog.getByRole('alert').textContent).toContain('please choose to whom it goes')
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})
