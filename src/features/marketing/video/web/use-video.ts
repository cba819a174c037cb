import { type RefObject, useCallback, useEffect, useState } from 'react'

export type VideoState = {
  isPlaying: boolean
  hasFailed: boolean
  /** In seconds, like `duration`. */
  time: number
  duration: number
  /** From 0 to 1. */
  volume: number
  isMuted: boolean
}

const initialState: VideoState = { isPlaying: false, hasFailed: false, time: 0, duration: 0, volume: 1, isMuted: false }

/** The steps for the arrow keys, in seconds and in hundredths of the volume. */
const SEEK_STEP = 5
const VOLUME_STEP = 10

/** Mirrors the video element's state and offers actions on it. */
export function useVideo(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState(initialState)

  useEffect(() => {
    const film = video.current
    if (!film) return
    const read = () => setState(readState(film))
    for (const event of stateEvents) film.addEventListener(event, read)
    // A source's error event does not bubble, so listen in the capture phase. The film has failed only if its last
    // source fails.
    const fail = ({ target }: Event) => {
      if (target !== film && target !== film.querySelector('source:last-of-type')) return
      setState((current) => ({ ...current, isPlaying: false, hasFailed: true }))
    }
    film.addEventListener('error', fail, { capture: true })
    return () => {
      for (const event of stateEvents) film.removeEventListener(event, read)
      film.removeEventListener('error', fail, { capture: true })
    }
  }, [video])

  const withFilm = (action: (film: HTMLVideoElement) => void) => () => {
    if (video.current) action(video.current)
  }
  const seekTo = (seconds: number) =>
    withFilm((film) => {
      film.currentTime = clamp(0, seconds, film.duration || 0)
    })()
  const setVolume = (volume: number) =>
    withFilm((film) => {
      film.volume = clamp(0, volume, 1)
      film.muted = film.volume === 0
    })()

  return {
    ...state,
    play: withFilm(start),
    togglePlaying: withFilm((film) => (film.paused ? start(film) : film.pause())),
    toggleMuted: withFilm((film) => {
      film.muted = !film.muted
    }),
    seekTo,
    seekBy: (direction: 1 | -1) => seekTo((video.current?.currentTime ?? 0) + direction * SEEK_STEP),
    setVolume,
    changeVolume: (direction: 1 | -1) =>
      setVolume(Math.round((video.current?.volume ?? 1) * 100 + direction * VOLUME_STEP) / 100),
  }
}

export type Video = ReturnType<typeof useVideo>

const stateEvents = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'volumechange', 'seeked'] as const

function readState(film: HTMLVideoElement): VideoState {
  return {
    isPlaying: !film.paused && !film.ended,
    hasFailed: false,
    time: film.currentTime,
    duration: Number.isFinite(film.duration) ? film.duration : 0,
    volume: film.volume,
    isMuted: film.muted,
  }
}

function start(film: HTMLVideoElement) {
  // Rejected if the film was closed in the meantime or the browser requires a click. The button still says "Play".
  void film.play().catch(() => {})
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/**
 * Shows the current caption. The browser loads and times the captions, but the page renders them, so that they appear
 * above the controls instead of behind them.
 */
export function useCaptions(track: RefObject<HTMLTrackElement | null>) {
  const [areOn, setAreOn] = useState(true)
  const [text, setText] = useState('')

  useEffect(() => {
    const captions = track.current?.track
    if (!captions) return
    captions.mode = areOn ? 'hidden' : 'disabled'
    if (!areOn) return setText('')
    const read = () => setText([...(captions.activeCues ?? [])].map(getCueText).join(' '))
    captions.addEventListener('cuechange', read)
    return () => captions.removeEventListener('cuechange', read)
  }, [track, areOn])

  return { areOn, text, toggle: () => setAreOn(!areOn) }
}

function getCueText(cue: TextTrackCue): string {
  return 'text' in cue ? String(cue.text) : ''
}

/** iPhones support full screen only for the video element, through a separate method. */
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
    // The browser may refuse, for example inside a frame. The film then keeps playing at its current size.
    else if (player.current?.requestFullscreen) void player.current.requestFullscreen().catch(() => {})
    else (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.()
  }
  return { isOn, toggle }
}

/** SPEC §2: controls are hidden after this long without movement while a film plays. */
const CONTROLS_MS = 3_000

/** Shows the controls while the film is paused, and for three seconds after every `show`. */
export function useIdleControls(isPlaying: boolean) {
  const [activityCount, setActivityCount] = useState(0)
  const [isIdle, setIsIdle] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every movement restarts the timer
  useEffect(() => {
    setIsIdle(false)
    if (!isPlaying) return
    const timer = setTimeout(() => setIsIdle(true), CONTROLS_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, activityCount])

  return { areShown: !isIdle, show: useCallback(() => setActivityCount((count) => count + 1), []) }
}
