import { Captions, CaptionsOff, Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Video } from './use-video.ts'

type VideoControlsProps = {
  film: Video
  captions: { areOn: boolean; toggle: () => void }
  fullscreen: { isOn: boolean; toggle: () => void }
  className?: string
}

/** Play or pause, seek, volume, mute, captions, full screen. */
export function VideoControls({ film, captions, fullscreen, className }: VideoControlsProps) {
  const { isPlaying, time, duration } = film
  return (
    <div className={classNames('grid gap-1', className)}>
      <input
        type="range"
        aria-label="Seek"
        aria-valuetext={`${formatTime(time)} of ${formatTime(duration)}`}
        min={0}
        max={duration || 1}
        step={0.1}
        value={time}
        onChange={({ target }) => film.seekTo(target.valueAsNumber)}
        className="h-6 w-full cursor-pointer accent-primary"
      />
      <div className="flex items-center gap-1">
        <ControlButton
          data-first
          icon={isPlaying ? Pause : Play}
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={film.togglePlaying}
        />
        <VolumeControls film={film} />
        <p className="ml-2 text-sm whitespace-nowrap tabular-nums">
          {formatTime(time)} / {formatTime(duration)}
        </p>
        <ControlButton
          icon={captions.areOn ? Captions : CaptionsOff}
          aria-label="Captions"
          aria-pressed={captions.areOn}
          onClick={captions.toggle}
          className="ml-auto"
        />
        <ControlButton
          icon={fullscreen.isOn ? Minimize : Maximize}
          aria-label="Full screen"
          aria-pressed={fullscreen.isOn}
          onClick={fullscreen.toggle}
        />
      </div>
    </div>
  )
}

function VolumeControls({ film: { volume, isMuted, toggleMuted, setVolume } }: { film: Video }) {
  const loudness = isMuted ? 0 : volume
  return (
    <>
      <ControlButton
        icon={loudness === 0 ? VolumeX : Volume2}
        aria-label="Mute"
        aria-pressed={isMuted}
        onClick={toggleMuted}
      />
      <input
        type="range"
        name="volume"
        aria-label="Volume"
        aria-valuetext={`${Math.round(loudness * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={loudness}
        onChange={({ target }) => setVolume(target.valueAsNumber)}
        className="h-6 w-16 cursor-pointer accent-primary sm:w-24"
      />
    </>
  )
}

type ControlButtonProps = Omit<ComponentProps<'button'>, 'type'> & { icon: typeof Play }

export function ControlButton({ icon: Icon, className, ...button }: ControlButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classNames(
        'grid size-11 shrink-0 cursor-pointer place-items-center rounded-md hover:bg-white/15',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  )
}

/** "0:07", "1:30" */
function formatTime(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`
}
