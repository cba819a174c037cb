import { Plus } from 'lucide-react'
import { findTranscript } from './transcripts.ts'
import type { VideoName } from './video-link.tsx'

/** What the film shows and says, to open on a dark background. */
export function TranscriptDetails({ name, className }: { name: VideoName; className?: string }) {
  const { music, scenes } = findTranscript(name)
  return (
    <details className={`group ${className ?? ''}`}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        <Plus
          aria-hidden="true"
          className="size-5 shrink-0 text-primary transition-transform group-open:rotate-45 motion-reduce:transition-none"
        />
        Read the film’s transcript
      </summary>
      <p className="mt-3 max-w-prose text-on-dark">No one speaks in this film. {music} plays throughout.</p>
      <ol className="mt-5 grid max-w-prose gap-5">
        {scenes.map(({ title, caption, picture }) => (
          <li key={title} className="border-t border-secondary-soft pt-4">
            <p className="font-semibold">{title}</p>
            <p className="mt-1 text-on-dark">{caption}</p>
            <p className="mt-1 text-[0.9375rem] text-on-dark italic">{picture}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
