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

/** Steps of the arrow keys, in seconds and in hundredths of the volume. */
const SEEK_STEP = 5
const VOLUME_STEP = 10

/** Mirrors the state of the video element and offers actions on it. */
export function useVideo(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState(initialState)

  useEffect(() => {
    const film = video.current
    if (!film) return
    const read = () => setState(stateOf(film))
    for (const event of stateEvents) film.addEventListener(event, read)
    // A source's error event does not bubble, so listen in the capture phase. The film has failed only if its last
    // source fails.
    const fail = ({ target }: Event) => {
      if (target !== film && target !== film.querySelector('source:last-of-type')) return
      setState((before) => ({ ...before, isPlaying: false, hasFailed: true }))
    }
    film.addEventListener('error', fail, { capture: true })
    return () => {
      for (const event of stateEvents) film.removeEventListener(event, read)
      film.removeEventListener('error', fail, { capture: true })
    }
  }, [video])

  const withFilm = (act: (film: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
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

function stateOf(film: HTMLVideoElement): VideoState {
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
  // Rejected if the film was closed meanwhile or the browser requires a click. The button still says "Play".
  void film.play().catch(() => {})
}

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/**
 * Shows the current caption. The browser loads and times the captions; the page renders them itself, so that they
 * appear above the controls instead of behind them.
 */
export function useCaptions(track: RefObject<HTMLTrackElement | null>) {
  const [areOn, setAreOn] = useState(true)
  const [words, setWords] = useState('')

  useEffect(() => {
    const captions = track.current?.track
    if (!captions) return
    captions.mode = areOn ? 'hidden' : 'disabled'
    if (!areOn) return setWords('')
    const read = () => setWords([...(captions.activeCues ?? [])].map(textOf).join(' '))
    captions.addEventListener('cuechange', read)
    return () => captions.removeEventListener('cuechange', read)
  }, [track, areOn])

  return { areOn, words, toggle: () => setAreOn(!areOn) }
}

function textOf(cue: TextTrackCue): string {
  return 'text' in cue ? String(cue.text) : ''
}

/** iPhones support full screen only for the video element, through their own method. */
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
    // The browser may refuse, for example inside a frame. The film then continues at its size.
    else if (player.current?.requestFullscreen) void player.current.requestFullscreen().catch(() => {})
    else (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.()
  }
  return { isOn, toggle }
}

/** SPEC §2: controls hide after this time without movement while a film plays. */
const CONTROLS_MS = 3_000

/** Shows the controls while the film is paused, and for a while after every `stir`. */
export function useIdleControls(isPlaying: boolean) {
  const [stirred, setStirred] = useState(0)
  const [isIdle, setIsIdle] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every movement restarts the timer
  useEffect(() => {
    setIsIdle(false)
    if (!isPlaying) return
    const timer = setTimeout(() => setIsIdle(true), CONTROLS_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, stirred])

  return { areShown: !isIdle, stir: useCallback(() => setStirred((count) => count + 1), []) }
}
