import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listSharedNotes, type SharedNote } from '../contract/session-note.ts'

type SharedNotesProps = { bookingId: string; first: ResponseOf<typeof listSharedNotes> }

/** What the consultant has written for the member to read; nothing, where there is nothing. */
export function SharedNotes({ bookingId, first }: SharedNotesProps) {
  const list = useMore<SharedNote>(first, (cursor) => fetchSharedNotes(bookingId, cursor))
  if (list.items.length === 0) return null
  return (
    <section aria-labelledby="shared-notes">
      <Card className="grid gap-4">
        <h3 id="shared-notes" className="text-xl">
          Notes from your consultant
        </h3>
        <ul className="grid gap-5">
          {list.items.map(({ id, author, text, writtenAt }) => (
            <li key={id} className="max-w-prose">
              <p className="whitespace-pre-line">{text}</p>
              <p className="mt-1 text-sm text-muted">
                {author ? `${author}, ` : ''}
                {formatMoment(writtenAt)}
              </p>
            </li>
          ))}
        </ul>
        <LoadMore list={list} />
      </Card>
    </section>
  )
}

export function fetchSharedNotes(bookingId: string, cursor?: string) {
  return load(listSharedNotes, { params: { bookingId }, query: { cursor } })
}
