import { CirclePlay } from 'lucide-react'
import { classNames } from '#platform/web/ui/class-names.ts'

/** The base name of the film's files in /video. */
export type VideoName = 'my-future' | 'study-world' | 'biz-future'

/** Links to the film's file, so that it works without scripts. `openFilm` shows it in a dialog instead. */
export function VideoLink({ name, service, className }: { name: VideoName; service: string; className?: string }) {
  return (
    <a
      href={`/video/${name}.mp4`}
      aria-haspopup="dialog"
      data-film={name}
      data-service={service}
      className={classNames(
        'inline-flex min-h-12 items-center gap-2 rounded-md font-semibold underline-offset-4 hover:underline print:hidden',
        className,
      )}
    >
      <CirclePlay aria-hidden="true" className="size-6 text-primary" />
      Watch the film
    </a>
  )
}
