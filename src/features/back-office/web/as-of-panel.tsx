import { formatTime } from '#platform/web/dates.ts'

/** Of figures that were counted some minutes ago. */
export function AsOfPanel({ asOf }: { asOf: string }) {
  return (
    <p className="text-muted">
      As of <time dateTime={asOf}>{formatTime(asOf)}</time>. They are counted anew every five minutes.
    </p>
  )
}
