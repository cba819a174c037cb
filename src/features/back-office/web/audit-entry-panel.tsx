import { Link } from 'react-router'
import { formatMoment } from '#platform/web/dates.ts'
import type { AuditEntry } from '../contract/audit.ts'
import { actionInWords, changesOf, inWords } from '../rules/changes.ts'
import { nameOf, pageOf } from '../rules/recorded-object.ts'

/** One thing that somebody did, and what it changed. */
export function AuditEntryPanel({ entry }: { entry: AuditEntry }) {
  const { actor, action, object, occurredAt, reason } = entry
  const page = pageOf(object)
  return (
    <li className="grid gap-1 py-4">
      <p className="font-semibold wrap-anywhere">{actionInWords(action)}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {actor.name ?? 'Somebody who has left'}, <time dateTime={occurredAt}>{formatMoment(occurredAt)}</time>
      </p>
      <p className="flex flex-wrap gap-x-5 text-sm wrap-anywhere">
        <span>{[inWords(object.kind), nameOf(object)].filter(Boolean).join(': ')}</span>
        {page ? (
          <Link to={page} className="link" aria-label={`Open this: ${inWords(object.kind)} ${object.id}`}>
            Open this
          </Link>
        ) : null}
        <Link
          to={`/admin/audit?${new URLSearchParams({ kind: object.kind, object: object.id })}`}
          className="link"
          aria-label={`All that was done to this: ${inWords(object.kind)} ${object.id}`}
        >
          All that was done to this
        </Link>
      </p>
      {reason ? <p className="wrap-anywhere">“{reason}”</p> : null}
      <Changes entry={entry} />
    </li>
  )
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="cursor-pointer py-1 text-sm font-medium">What it changed</summary>
      <table className="mt-2 w-full text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-medium">
              What
            </th>
            {before ? (
              <th scope="col" className="py-1 pr-4 font-medium">
                Before
              </th>
            ) : null}
            {after ? (
              <th scope="col" className="py-1 font-medium">
                After
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row" className="py-1.5 pr-4 font-normal wrap-anywhere">
                {change.name}
              </th>
              {before ? <Value>{change.before}</Value> : null}
              {after ? <Value>{change.after}</Value> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Value({ children }: { children: string | null }) {
  return <td className="py-1.5 pr-4 whitespace-pre-wrap wrap-anywhere">{children ?? '–'}</td>
}
