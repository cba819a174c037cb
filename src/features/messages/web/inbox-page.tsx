import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate, formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { downloadInbox, InboxFilter, type InboxSummary, listInbox, MessageState } from '../contract/inbox.ts'
import { stateWords, topicWords } from '../rules.ts'
import { MessageBadges } from './message-badges-section.tsx'

export function meta() {
  return [{ title: 'Inbox' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const { searchParams } = new URL(request.url)
  const filter = InboxFilter.safeParse(Object.fromEntries(searchParams)).data ?? {}
  return { filter, first: await fetchPage(filter) }
}
clientLoader.hydrate = true as const

function fetchPage(filter: InboxFilter, cursor?: string) {
  return load(listInbox, { query: { ...filter, cursor } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: what people wrote through the site. */
export default function InboxPage() {
  const { filter, first } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeading
        title="Inbox"
        lead="Messages and complaints from the site, newest first."
        actions={<CsvButton fetchFile={() => attempt(downloadInbox, { query: filter })} />}
      />
      <FilterForm key={JSON.stringify(filter)} filter={filter} />
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">{isFiltered ? 'No message fits this search.' : 'Nobody has written yet.'}</p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
    </>
  )
}

const states = MessageState.options.map((state) => [state, stateWords[state]] as const)
const boxes = [
  ['contact', 'Messages'],
  ['complaint', 'Complaints'],
  ['mine', 'Mine'],
  ['spam', 'Taken for spam'],
] as const

function FilterForm({ filter }: { filter: InboxFilter }) {
  const [state, setState] = useState<string>(filter.state ?? '')
  const [box, setBox] = useState<string>(filter.kind ?? (filter.mine && 'mine') ?? (filter.spam && 'spam') ?? '')
  const [writer, setWriter] = useState(filter.writer ?? '')
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isKind = box === 'contact' || box === 'complaint'
    setAddress({
      ...(state && { state }),
      ...(isKind && { kind: box }),
      ...(box && !isKind && { [box]: 'only' }),
      ...(writer.trim() && { writer: writer.trim() }),
    })
  }
  return (
    <form aria-label="Search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        label="E-mail address or reference"
        type="search"
        maxLength={254}
        className="grow sm:max-w-md"
        value={writer}
        onChange={({ target }) => setWriter(target.value)}
      />
      <SelectField
        label="State"
        prompt="All"
        choices={states}
        value={state}
        onChange={({ target }) => setState(target.value)}
      />
      <SelectField
        label="Which"
        prompt="All"
        choices={boxes}
        value={box}
        onChange={({ target }) => setBox(target.value)}
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
  )
}

function MessageRow({ message }: { message: InboxSummary }) {
  const { id, name, email, reference, topic, excerpt, receivedAt, assignee, answerBy } = message
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/inbox/${id}`} className="link min-w-0 font-semibold wrap-anywhere">
          {name}
        </Link>
        <MessageBadges message={message} />
      </p>
      <p className="line-clamp-2 wrap-anywhere">
        {topic ? `${topicWords[topic]}: ` : ''}
        {excerpt}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {email}, {formatMoment(receivedAt)}, {reference}
        {assignee ? `, with ${assignee.name}` : ''}
        {answerBy ? `, to be answered by ${formatDate(answerBy)}` : ''}
      </p>
    </li>
  )
}
