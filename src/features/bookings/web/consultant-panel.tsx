import { classNames } from '#platform/web/ui/class-names.ts'
import type { SessionConsultant } from '../contract.ts'

/** Who holds a session. */
export function ConsultantName({ consultant }: { consultant: SessionConsultant | null }) {
  if (!consultant) return <p className="text-muted">The consultant is not with us any more.</p>
  return (
    // With large text on a phone the name goes under the picture: beside it, it would break inside its words.
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <ConsultantPicture consultant={consultant} className="size-9 text-sm" />
      <span className="min-w-0 flex-1 basis-40">with {consultant.displayName}</span>
    </p>
  )
}

/** The portrait, or the first letter of the name, which stands in words beside it. */
export function ConsultantPicture({ consultant, className }: { consultant: SessionConsultant; className: string }) {
  const [letter = '?'] = consultant.displayName.trim()
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-line leading-none font-semibold text-ink',
        className,
      )}
    >
      {consultant.picture ? <img src={consultant.picture} alt="" className="size-full object-cover" /> : letter}
    </span>
  )
}
