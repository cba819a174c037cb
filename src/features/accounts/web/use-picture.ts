import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { getPicture } from '../contract/profile.ts'

/** An address under which this page may show a private picture; undefined until it is here, or where it cannot be had. */
export function usePicture(address: string | null): string | undefined {
  const [picture, setPicture] = useState<{ address: string; url: string }>()
  useEffect(() => {
    if (!address) return
    const leaving = new AbortController()
    let url: string | undefined
    const v = new URLSearchParams(address.split('?')[1]).get('v') ?? undefined
    call(getPicture, { query: { v } }, { signal: leaving.signal })
      .then((answer) => {
        if (answer.refused || leaving.signal.aborted) return
        url = URL.createObjectURL(answer.value.content)
        setPicture({ address, url })
      })
      // Away, or the page is: the letter stands in for it.
      .catch(() => undefined)
    return () => {
      leaving.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [address])
  // The one of before is revoked by the time another is asked for.
  return picture?.address === address ? picture?.url : undefined
}
