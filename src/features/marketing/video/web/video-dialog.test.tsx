import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openFilm } from './video-dialog.tsx'
import { VideoLink } from './video-link.tsx'

// jsdom cannot play videos, so these stubs only record the calls.
const pausedByVideo = new WeakMap<HTMLMediaElement, boolean>()

beforeAll(() => {
  Object.defineProperties(HTMLMediaElement.prototype, {
    paused: { configurable: true, get: isPaused },
    duration: { configurable: true, get: () => 24 },
    play: { configurable: true, value: play },
    pause: { configurable: true, value: pause },
  })
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
})

afterEach(() => {
  act(() => document.querySelector('dialog')?.close())
  cleanup()
  vi.useRealTimers()
})

test('before opening, only a link is shown and no video is loaded', () => {
  render(<VideoLink name="my-future" service="MY FUTURE" />)
  expect(screen.getByRole('link', { name: 'Watch the film' }).getAttribute('href')).toBe('/video/my-future.mp4')
  expect(document.querySelector('video')).toBeNull()
})

test('the video opens in a dialog and plays, without preloading', () => {
  open()
  expect(screen.getByRole('dialog', { name: 'Film: MY FUTURE' })).toBeTruthy()
  expect(film().preload).toBe('none')
  expect(film().paused).toBe(false)
  expect([...document.querySelectorAll('source')].map(({ type }) => type)).toEqual(['video/webm', 'video/mp4'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }))
})

test('pressing the link several times while the dialog loads opens one dialog', () => {
  open()
  act(() => openFilm(screen.getByText('Watch the film')))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)

  act(() => dialog().dispatchEvent(new Event('close')))
  act(() => openFilm(screen.getByText('Watch the film')))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('the controls hide after 3 seconds without movement and return on movement', () => {
  open()
  passTime(2_900)
  expect(areControlsShown()).toBe(true)
  passTime(200)
  expect(areControlsShown()).toBe(false)

  fireEvent.pointerMove(film())
  expect(areControlsShown()).toBe(true)
})

test('the controls stay visible while paused', () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  passTime(10_000)
  expect(areControlsShown()).toBe(true)
})

test('a tap first shows the controls, and the next one pauses', () => {
  open()
  passTime(3_100)
  fireEvent.click(film())
  expect([areControlsShown(), film().paused]).toEqual([true, false])

  fireEvent.click(film())
  expect(film().paused).toBe(true)
})

test('any key shows the controls', () => {
  open()
  passTime(3_100)
  fireEvent.keyDown(dialog(), { key: 'Tab' })
  expect(areControlsShown()).toBe(true)
})

test('space plays and pauses, arrows seek and change the volume, and M mutes', () => {
  open()
  fireEvent.keyDown(dialog(), { key: ' ' })
  expect(film().paused).toBe(true)
  fireEvent.keyDown(dialog(), { key: 'ArrowRight' })
  fireEvent.keyDown(dialog(), { key: 'ArrowRight' })
  fireEvent.keyDown(dialog(), { key: 'ArrowLeft' })
  expect(film().currentTime).toBe(5)
  fireEvent.keyDown(dialog(), { key: 'ArrowDown' })
  expect(film().volume).toBe(0.9)
  fireEvent.keyDown(dialog(), { key: 'M' })
  expect(film().muted).toBe(true)
})

test('pressing space on a button only presses the button', () => {
  open()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Mute' }), { key: ' ' })
  expect(film().paused).toBe(false)
})

test('browser shortcuts are not intercepted', () => {
  open()
  fireEvent.keyDown(dialog(), { key: 'f', ctrlKey: true })
  fireEvent.keyDown(dialog(), { key: 'm', metaKey: true })
  expect(film().muted).toBe(false)
})

test('sliders seek and set the volume, and announce their position', () => {
  open()
  fireEvent.change(screen.getByRole('slider', { name: 'Seek' }), { target: { value: '12' } })
  fireEvent(film(), new Event('timeupdate'))
  expect(film().currentTime).toBe(12)
  expect(screen.getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuetext')).toBe('0:12 of 0:24')

  fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0' } })
  fireEvent(film(), new Event('volumechange'))
  expect(film().muted).toBe(true)
  expect(screen.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true')
})

test('captions are on and can be switched off', () => {
  open()
  const captions = screen.getByRole('button', { name: 'Captions' })
  expect(captions.getAttribute('aria-pressed')).toBe('true')
  fireEvent.keyDown(dialog(), { key: 'c' })
  expect(captions.getAttribute('aria-pressed')).toBe('false')
})

test('an error is shown only if the last source fails', () => {
  open()
  const [webm, mp4] = document.querySelectorAll('source')
  fireEvent.error(webm as Element)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.error(mp4 as Element)
  expect(screen.getByRole('alert').textContent).toContain('can’t be played here')
})

test('closing the dialog removes the video', () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.querySelector('video')).toBeNull()
})

function open() {
  vi.useFakeTimers()
  render(<VideoLink name="my-future" service="MY FUTURE" />)
  act(() => openFilm(screen.getByRole('link', { name: 'Watch the film' })))
}

function film() {
  return document.querySelector('video') as HTMLVideoElement
}

function dialog() {
  return screen.getByRole('dialog')
}

function areControlsShown() {
  return screen.getByRole('slider', { name: 'Seek' }).closest('[data-shown]')?.getAttribute('data-shown') === 'true'
}

function passTime(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds))
}

function isPaused(this: HTMLMediaElement) {
  return pausedByVideo.get(this) ?? true
}

async function play(this: HTMLMediaElement) {
  pausedByVideo.set(this, false)
  this.dispatchEvent(new Event('play'))
}

function pause(this: HTMLMediaElement) {
  pausedByVideo.set(this, true)
  this.dispatchEvent(new Event('pause'))
}
