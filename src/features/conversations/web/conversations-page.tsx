import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatAgo } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { type ConversationSummary, downloadConversations, listConversations } from '../contract/staff.ts'

export function meta() {
  return [{ title: 'Conversations' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const search = new URL(request.url).searchParams.get('search')?.slice(0, 100) ?? ''
  return { search, first: await fetchPage(search), readAt: new Date() }
}
clientLoader.hydrate = true as const

function fetchPage(search: string, cursor?: string) {
  return load(listConversations, { query: { cursor, ...asked(search) } })
}

const asked = (search: string) => (search ? { search } : {})

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: who has written, and who waits for an answer. */
export default function ConversationsPage() {
  const { search, first, readAt } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(search, cursor))
  return (
    <>
      <PageHeading
        title="Conversations"
        lead="Who waits for an answer stands first."
        actions={<CsvButton fetchFile={() => attempt(downloadConversations, { query: asked(search) })} />}
      />
      <SearchForm key={search} search={search} />
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">{search ? 'Nobody of this name has written.' : 'Nobody has written yet.'}</p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((conversation) => (
              <ConversationRow key={conversation.member.id} conversation={conversation} now={readAt} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
    </>
  )
}

function SearchForm({ search }: { search: string }) {
  const [wanted, setWanted] = useState(search)
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress(wanted.trim() ? { search: wanted.trim() } : {})
  }
  return (
    <form aria-label="Search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        label="Name or e-mail address"
        type="search"
        maxLength={100}
        className="grow sm:max-w-md"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
  )
}

function ConversationRow({ conversation, now }: { conversation: ConversationSummary; now: Date }) {
  const { member, lastAuthor, excerpt, lastMessageAt, waitingSince } = conversation
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/conversations/${member.id}`} className="link font-semibold wrap-anywhere">
          {member.name}
        </Link>
        {waitingSince ? (
          <Badge tone="warning">Waits for an answer, written {formatAgo(waitingSince, now)}</Badge>
        ) : null}
      </p>
      <p className="line-clamp-2 wrap-anywhere">
        {lastAuthor === 'company' ? 'We: ' : ''}
        {excerpt || 'Files by mail'}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {member.email}, {formatAgo(lastMessageAt, now)}
      </p>
    </li>
  )
}
