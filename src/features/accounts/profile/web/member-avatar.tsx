import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { User } from '../../contract.ts'
import { getPicture } from '../contract.ts'

type AvatarProps = {
  member: Pick<User, 'firstName' | 'profilePicture'>
  /** Shown instead of the member's picture when a new one has been chosen but not saved. */
  preview?: string | undefined
  /** Sets the size of the picture and of the initial. */
  className?: string
}

/** The member's picture, or the first letter of their name. Hidden from screen readers, so the caller adds the name. */
export function Avatar({ member, preview, className }: AvatarProps) {
  const savedPicture = usePicture(member.profilePicture)
  const picture = preview ?? savedPicture
  const [initial = '?'] = member.firstName.trim()
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary leading-none font-semibold text-secondary-deep',
        className,
      )}
    >
      {picture ? <img src={picture} alt="" className="photograph size-full object-cover" /> : initial.toUpperCase()}
    </span>
  )
}

/** @returns a URL for a private picture, or undefined if it has not loaded yet or cannot be loaded */
function usePicture(address: string | null): string | undefined {
  const [picture, setPicture] = useState<{ address: string; url: string }>()
  useEffect(() => {
    if (!address) return
    const controller = new AbortController()
    let url: string | undefined
    const v = new URLSearchParams(address.split('?')[1]).get('v') ?? undefined
    call(getPicture, { query: { v } }, { signal: controller.signal })
      .then((answer) => {
        if (answer.refused || controller.signal.aborted) return
        url = URL.createObjectURL(answer.value.content)
        setPicture({ address, url })
      })
      // If the picture no longer exists or the user leaves the page, the initial stays.
      .catch(() => undefined)
    return () => {
      controller.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [address])
  // The previous picture's URL is revoked as soon as the next picture is requested.
  return picture?.address === address ? picture?.url : undefined
}
