import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../../tests/support/web/fake-server.ts'
import type { MemberFile } from '../contract.ts'
import { MemberFilesSection } from './member-sections.tsx'

test('a second file can be opened while the first one is downloading', async () => {
  const { requests } = fakeServer(() => new Promise(() => {}))
  const items = ['first.pdf', 'second.pdf'].map((name, index) => createFile(name, index))
  render(<MemberFilesSection memberId="0196b3a0-0000-7000-8000-0000000000aa" first={{ items, nextCursor: null }} />)

  await userEvent.click(screen.getByRole('button', { name: 'first.pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'second.pdf' }))

  expect(requests.map(({ address }) => address.split('/').at(-1))).toEqual(items.map(({ id }) => id))
})

function createFile(name: string, index: number): MemberFile {
  return {
    id: `0196b3a0-0000-7000-8000-00000000000${index}`,
    kind: 'session',
    name,
    type: 'pdf',
    size: 1_000,
    title: 'First session',
    addedAt: '2026-11-01T12:00:00.000Z',
  }
}
