import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { Avatar } from './member-avatar.tsx'

function givenPictures(answer: () => Response) {
  givenMember()
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => answer())
  const urls = {
    createObjectURL: vi.fn(() => `blob:${urls.createObjectURL.mock.calls.length}`),
    revokeObjectURL: vi.fn(),
  }
  vi.stubGlobal('fetch', fetched)
  Object.assign(URL, urls)
  return { fetched, ...urls }
}

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)))
const withPicture = (version: string) => ({ ...ada, profilePicture: `/api/account/picture?v=${version}` })

test('a member without a picture is shown as an initial, and no request is sent', async () => {
  const { fetched } = givenPictures(() => new Response())
  const { container } = render(<Avatar member={ada} />)
  await settle()
  expect(container.textContent).toBe('A')
  expect(fetched).not.toHaveBeenCalled()
})

test('the picture is fetched with the session token, and its object URL is revoked when it is replaced', async () => {
  const { fetched, revokeObjectURL } = givenPictures(() => new Response('picture'))
  const { container, rerender, unmount } = render(<Avatar member={withPicture('1')} />)
  expect(container.textContent).toBe('A')
  await settle()
  expect(container.querySelector('img')?.src).toBe('blob:1')
  const [address, init] = fetched.mock.calls[0] ?? []
  expect([address, init?.headers]).toEqual([
    '/api/account/picture?v=1',
    expect.objectContaining({ authorization: 'Bearer token' }),
  ])

  rerender(<Avatar member={withPicture('2')} />)
  await settle()
  expect(container.querySelector('img')?.src).toBe('blob:2')
  expect(revokeObjectURL).toHaveBeenCalledWith('blob:1')
  unmount()
  expect(revokeObjectURL).toHaveBeenCalledWith('blob:2')
})

test('if the picture fails to load, the initial stays', async () => {
  givenPictures(() => new Response('', { status: 404 }))
  const { container } = render(<Avatar member={withPicture('1')} />)
  await settle()
  expect(container.textContent).toBe('A')
})
