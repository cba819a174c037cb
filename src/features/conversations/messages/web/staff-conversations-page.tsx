import { useLoaderData } from 'react-router'
import { CancellationHintBadge } from '#features/contact/web/public.tsx'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatAgo } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { EmailText } from '#platform/web/ui/email-text.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { FilterForm, ListPage, readFilter } from '#platform/web/ui/list-page.tsx'
import { ConversationFilter, type ConversationSummary, downloadConversations, listConversations } from '../contract.ts'

export const meta = privateMeta('Conversations')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(ConversationFilter, request)
  return { filter, first: await load(listConversations, { query: filter }), readAt: new Date() }
})

export default function StaffConversationsPage() {
  const { filter, first, readAt } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage
      title="Conversations"
      lead="Unanswered first."
      list={listConversations}
      download={downloadConversations}
      filter={filter}
      first={first}
      none={filter.search ? 'No conversations match your search.' : 'No conversations yet.'}
      row={(conversation) => <ConversationRow key={conversation.member.id} conversation={conversation} now={readAt} />}
    >
      <FilterForm filter={filter}>
        {(field) => (
          <TextField
            label="Name or email address"
            type="search"
            maxLength={100}
            className="grow sm:max-w-md"
            {...field('search')}
          />
        )}
      </FilterForm>
    </ListPage>
  )
}

function ConversationRow({ conversation, now }: { conversation: ConversationSummary; now: Date }) {
  const { member, lastAuthor, excerpt, lastMessageAt, waitingSince, cancellationHint } = conversation
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/conversations/${member.id}`} className="link font-semibold wrap-anywhere">
          {member.name}
        </Link>
        {cancellationHint ? <CancellationHintBadge hint={cancellationHint} /> : null}
        {waitingSince ? <Badge tone="warning">Waiting for a reply: sent {formatAgo(waitingSince, now)}</Badge> : null}
      </p>
      <p className="line-clamp-2 wrap-anywhere">
        {lastAuthor === 'company' ? 'Us: ' : ''}
        {excerpt || 'Sent files by email'}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <EmailText email={member.email} />, {formatAgo(lastMessageAt, now)}
      </p>
    </li>
  )
}
