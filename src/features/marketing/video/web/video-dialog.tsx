import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { classNames } from '#platform/web/ui/class-names.ts'
import { useCaptions, useFullscreen, useIdleControls, useVideo, type Video } from './use-video.ts'
import { ControlButton, VideoControls } from './video-controls.tsx'
import type { VideoName } from './video-link.tsx'

type VideoProps = { name: VideoName; service: string }

let isOpen = false

/**
 * Opens a film link's film in a dialog, which is removed again when it closes. Does nothing while one is open: an
 * impatient visitor presses the link again before the dialog has loaded.
 */
export function openFilm({ dataset }: HTMLElement): void {
  if (isOpen) return
  isOpen = true
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const close = () => {
    isOpen = false
    root.unmount()
    place.remove()
  }
  root.render(<VideoDialog name={dataset.film as VideoName} service={dataset.service ?? ''} onClose={close} />)
}

function VideoDialog({ name, service, onClose }: VideoProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const player = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  const film = useVideo(video)
  const captions = useCaptions(track)
  const fullscreen = useFullscreen(player, video)
  const controls = useIdleControls(film.isPlaying)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    film.play()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    controls.show()
    const action = findAction(event, { film, captions, fullscreen })
    if (!action) return
    event.preventDefault()
    action()
  }
  const onFilmClick = () => {
    controls.show()
    // A touch screen has no hover to reveal the controls, so the first tap only shows them.
    if (controls.areShown) film.togglePlaying()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Film: ${service}`}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      onKeyDown={onKeyDown}
      onPointerMove={controls.show}
      onFocus={controls.show}
      className="m-auto w-full max-w-5xl overflow-visible bg-transparent p-0 text-white backdrop:bg-secondary-deep/90 sm:w-[92vw]"
    >
      <div
        ref={player}
        className={classNames(
          'relative grid content-center bg-black sm:overflow-hidden sm:rounded-md',
          !controls.areShown && 'cursor-none',
        )}
      >
        <Film name={name} video={video} track={track} onClick={onFilmClick} />
        {film.hasFailed ? <Failure name={name} /> : null}
        <FilmBar film={film} captions={captions} fullscreen={fullscreen} isShown={controls.areShown} />
        <ControlButton
          icon={X}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          data-shown={controls.areShown}
          className="absolute -top-13 right-1 bg-black/60 transition-opacity motion-reduce:transition-none sm:top-3 sm:right-3 sm:data-[shown=false]:opacity-0"
        />
      </div>
    </dialog>
  )
}

type FilmProps = {
  name: VideoName
  video: RefObject<HTMLVideoElement | null>
  track: RefObject<HTMLTrackElement | null>
  onClick: () => void
}

function Film({ name, video, track, onClick }: FilmProps) {
  return (
    <video
      ref={video}
      width={1280}
      height={720}
      preload="none"
      playsInline
      poster={`/video/${name}.jpg`}
      onClick={onClick}
      className="aspect-video h-auto max-h-[calc(100dvh-2rem)] w-full"
    >
      <source src={`/video/${name}.webm`} type="video/webm" />
      <source src={`/video/${name}.mp4`} type="video/mp4" />
      <track ref={track} kind="captions" src={`/video/${name}.vtt`} srcLang="en-GB" label="English" />
    </video>
  )
}

type FilmBarProps = {
  film: Video
  captions: ReturnType<typeof useCaptions>
  fullscreen: ReturnType<typeof useFullscreen>
  isShown: boolean
}

/** Captions and controls, over the film or, on a narrow screen, below it. */
function FilmBar({ film, captions, fullscreen, isShown }: FilmBarProps) {
  return (
    <div className="pointer-events-none inset-x-0 bottom-0 flex flex-col-reverse sm:absolute sm:flex-col">
      <div className="grid min-h-22 justify-items-center sm:min-h-0">
        {captions.text ? (
          <p className="max-w-[44rem] px-3 py-1.5 text-center text-balance sm:rounded-sm sm:bg-black/75">
            {captions.text}
          </p>
        ) : null}
      </div>
      <div
        data-shown={isShown}
        className="bg-linear-to-t from-black/85 to-transparent px-3 pb-2 transition-opacity duration-200 data-[shown=false]:opacity-0 data-[shown=true]:pointer-events-auto motion-reduce:transition-none sm:px-5 sm:pt-8 sm:pb-3"
      >
        <VideoControls film={film} captions={captions} fullscreen={fullscreen} />
      </div>
    </div>
  )
}

function Failure({ name }: { name: string }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center gap-2 bg-black/80 p-6 text-center">
      <p className="font-semibold">This film can’t be played here.</p>
      <p>
        Everything in it is also on this page. You can also try{' '}
        <a href={`/video/${name}.mp4`} className="link">
          opening the file
        </a>
        .
      </p>
    </div>
  )
}

type Toggle = { toggle: () => void }
type Player = { film: Video; captions: Toggle; fullscreen: Toggle }

/** Returns a key's action, unless the focused control handles that key itself. The dialog handles Escape. */
function findAction({ key, target, ...event }: KeyboardEvent, { film, captions, fullscreen }: Player) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const isOnButton = target instanceof HTMLElement && target.closest('button, a') !== null
  const isOnVolume = target instanceof HTMLInputElement && target.name === 'volume'
  const actions: Record<string, (() => void) | false> = {
    ' ': !isOnButton && film.togglePlaying,
    ArrowLeft: !isOnVolume && (() => film.seekBy(-1)),
    ArrowRight: !isOnVolume && (() => film.seekBy(1)),
    ArrowUp: !isOnVolume && (() => film.changeVolume(1)),
    ArrowDown: !isOnVolume && (() => film.changeVolume(-1)),
    m: film.toggleMuted,
    f: fullscreen.toggle,
    c: captions.toggle,
  }
  return actions[key.length === 1 ? key.toLowerCase() : key] || undefined
}
