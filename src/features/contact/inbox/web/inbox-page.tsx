import { useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatDate, formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { EmailText } from '#platform/web/ui/email-text.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { FilterForm, ListPage, readFilter } from '#platform/web/ui/list-page.tsx'
import { describeOutcome, printOrderReference } from '../../declarations/rules.ts'
import { topicLabels } from '../../form/rules.ts'
import { downloadInbox, InboxFilter, type InboxSummary, listInbox, MessageState } from '../contract.ts'
import { stateLabels } from '../rules.ts'
import { MessageBadges } from './message-badges.tsx'

export const meta = privateMeta('Inbox')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(InboxFilter, request)
  return { filter, first: await load(listInbox, { query: filter }) }
})

/** Administrator page listing the messages sent through the site. */
export default function InboxPage() {
  const { filter, first } = useLoaderData<typeof clientLoader>()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <ListPage
      title="Inbox"
      lead="Messages, complaints and cancellations from the site, newest first."
      list={listInbox}
      download={downloadInbox}
      filter={filter}
      first={first}
      none={isFiltered ? 'No messages match your search.' : 'No messages yet.'}
      row={(message) => <MessageRow key={message.id} message={message} />}
    >
      <InboxFilterForm filter={filter} />
    </ListPage>
  )
}

const states = MessageState.options.map((state) => [state, stateLabels[state]] as const)
const boxes = [
  ['contact', 'Messages'],
  ['complaint', 'Complaints'],
  ['cancellation', 'Cancellations'],
  ['mine', 'Mine'],
  ['spam', 'Spam'],
] as const

function InboxFilterForm({ filter: { state, writer, kind, mine, spam } }: { filter: InboxFilter }) {
  const box = kind ?? (mine && 'mine') ?? (spam && 'spam')
  return (
    <FilterForm filter={{ state, box, writer }} toFilter={toFilter}>
      {(field) => (
        <>
          <TextField
            label="Email address or reference"
            type="search"
            maxLength={254}
            className="grow sm:max-w-md"
            {...field('writer')}
          />
          <SelectField label="Status" prompt="All" choices={states} {...field('state')} />
          <SelectField label="Show" prompt="All" choices={boxes} {...field('box')} />
        </>
      )}
    </FilterForm>
  )
}

function toFilter({ box, ...filter }: Record<string, string>): Record<string, string> {
  if (!box) return filter
  return { ...filter, ...(box === 'mine' || box === 'spam' ? { [box]: 'only' } : { kind: box }) }
}

function MessageRow({ message }: { message: InboxSummary }) {
  const { id, name, email, reference, topic, excerpt, receivedAt, assignee, answerBy, cancellation } = message
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/inbox/${id}`} className="link min-w-0 font-semibold wrap-anywhere">
          {name}
        </Link>
        <MessageBadges message={message} />
      </p>
      <p className="line-clamp-2 wrap-anywhere">
        {topic ? `${topicLabels[topic]}: ` : ''}
        {cancellation
          ? `${printOrderReference(cancellation.orderReference)}: ${describeOutcome(cancellation.outcome)}`
          : excerpt}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <EmailText email={email} />, {formatMoment(receivedAt)}, {reference}
        {assignee ? `, assigned to ${assignee.name}` : ''}
        {answerBy ? `, reply due by ${formatDate(answerBy)}` : ''}
      </p>
    </li>
  )
}
