import { act } from '@testing-library/react'
import { vi } from 'vitest'

type Answer = { status: number; data?: unknown; code?: string; message?: string }

/** Replaces the browser's upload. The test controls the progress and the response. */
export function fakeUpload() {
  const sent: FakeRequest[] = []
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    status = 0
    responseText = ''
    address = ''
    headers: Record<string, string> = {}
    file: Blob | undefined
    open(_: string, address: string) {
      this.address = address
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getResponseHeader() {
      return null
    }
    send(file: Blob) {
      this.file = file
      sent.push(this)
    }
    abort() {
      this.onabort?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const last = () => {
    const request = sent.at(-1)
    if (!request) throw new Error('Nothing was sent')
    return request
  }
  return {
    sent,
    progress: (loaded: number, total: number) => act(async () => last().upload.onprogress?.({ loaded, total })),
    answer: ({ status, ...envelope }: Answer) =>
      act(async () => {
        const request = last()
        request.status = status
        request.responseText = JSON.stringify({ success: status < 300, ...envelope })
        request.onload?.()
      }),
    fail: () => act(async () => last().onerror?.()),
  }
}
