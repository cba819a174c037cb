import { type RefObject, useEffect, useState } from 'react'

/** iPhones show only a film itself in full screen, by a method of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

export function useFullscreen(player: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) {
  const [isOn, setIsOn] = useState(false)

  useEffect(() => {
    const read = () => setIsOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])

  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    // A browser may refuse, where a page stands in a frame for example: the film goes on as it is.
    else if (player.current?.requestFullscreen) void player.current.requestFullscreen().catch(() => {})
    else (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.()
  }
  return { isOn, toggle }
}
