// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'
import { configureSession, readToken, storeToken } from './session.ts'

type Sent = { authorization: string | undefined }

function given({ statuses, renewed }: { statuses: number[]; renewed: string | null }) {
  const sent: Sent[] = []
  const onEnd = vi.fn()
  localStorage.clear()
  configureSession({ renew: async () => renewed, onEnd })
  storeToken('old')
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Sent }) => {
    sent.push(headers)
    return new Response('picture', { status: statuses.shift() ?? 500 })
  })
  return { sent, onEnd, fetched: fetchFile('/api/account/picture?v=1', new AbortController().signal) }
}

test('a session that has run out is renewed for a file too', async () => {
  const { sent, fetched, onEnd } = given({ statuses: [401, 200], renewed: 'new' })
  expect(await (await fetched)?.text()).toBe('picture')
  expect(sent).toEqual([{ authorization: 'Bearer old' }, { authorization: 'Bearer new' }])
  expect(onEnd).not.toHaveBeenCalled()
})

test('a session that is over ends as it does with any other call', async () => {
  const { fetched, onEnd } = given({ statuses: [401], renewed: null })
  expect(await fetched).toBeUndefined()
  expect(onEnd).toHaveBeenCalledOnce()
  expect(readToken()).toBeNull()
})

test('a file that is not there is no end of the session', async () => {
  const { fetched, onEnd } = given({ statuses: [404], renewed: null })
  expect(await fetched).toBeUndefined()
  expect(onEnd).not.toHaveBeenCalled()
})
