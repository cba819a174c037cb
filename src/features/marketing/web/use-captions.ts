import { type RefObject, useEffect, useState } from 'react'

/**
 * The caption of the moment. The browser reads the file and keeps the time; the page shows the words itself, so that
 * they stand above the controls instead of under them.
 */
export function useCaptions(track: RefObject<HTMLTrackElement | null>) {
  const [areOn, setAreOn] = useState(true)
  const [words, setWords] = useState('')

  useEffect(() => {
    const captions = track.current?.track
    if (!captions) return
    captions.mode = areOn ? 'hidden' : 'disabled'
    if (!areOn) return setWords('')
    const read = () => setWords([...(captions.activeCues ?? [])].map(wordsOf).join(' '))
    captions.addEventListener('cuechange', read)
    return () => captions.removeEventListener('cuechange', read)
  }, [track, areOn])

  return { areOn, words, toggle: () => setAreOn(!areOn) }
}

function wordsOf(cue: TextTrackCue): string {
  return 'text' in cue ? String(cue.text) : ''
}
