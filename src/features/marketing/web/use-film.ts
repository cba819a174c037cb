import { type RefObject, useEffect, useState } from 'react'

export type FilmState = {
  isPlaying: boolean
  hasFailed: boolean
  /** Seconds. */
  time: number
  duration: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
}

const atStart: FilmState = { isPlaying: false, hasFailed: false, time: 0, duration: 0, volume: 1, isMuted: false }

/** How far an arrow key moves, in seconds and in hundredths of the volume. */
const SEEK_STEP = 5
const VOLUME_STEP = 10

/** What the film is doing, as the browser tells it, and what a person can ask of it. */
export function useFilm(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState(atStart)

  useEffect(() => {
    const film = video.current
    if (!film) return
    const read = () => setState(stateOf(film))
    for (const event of tellingEvents) film.addEventListener(event, read)
    // A source that cannot be played says so itself and does not pass it on to the film: capturing hears it. Only
    // where the last of them fails is there nothing to play.
    const fail = ({ target }: Event) => {
      if (target !== film && target !== film.querySelector('source:last-of-type')) return
      setState((before) => ({ ...before, isPlaying: false, hasFailed: true }))
    }
    film.addEventListener('error', fail, { capture: true })
    return () => {
      for (const event of tellingEvents) film.removeEventListener(event, read)
      film.removeEventListener('error', fail, { capture: true })
    }
  }, [video])

  const withFilm = (act: (film: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
  }
  const seekTo = (seconds: number) =>
    withFilm((film) => {
      film.currentTime = between(0, seconds, film.duration || 0)
    })()
  const setVolume = (volume: number) =>
    withFilm((film) => {
      film.volume = between(0, volume, 1)
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

export type Film = ReturnType<typeof useFilm>

const tellingEvents = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'volumechange', 'seeked'] as const

function stateOf(film: HTMLVideoElement): FilmState {
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
  // Refused where the film was closed meanwhile, or the browser wants another press: the button still says "Play".
  void film.play().catch(() => {})
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
