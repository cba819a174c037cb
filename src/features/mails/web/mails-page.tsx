import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { MailState } from '#platform/shared/mail-state.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { downloadMails, listMails, type MailFilter, type MailSummary } from '../contract.ts'
import { requireOwnDocument } from './letter-panel.tsx'
import { StateBadge, stateWords } from './state-panel.tsx'

type Filter = { state: MailState | undefined; recipient: string }

export function meta() {
  return [{ title: 'Mails' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  requireOwnDocument(request)
  const { searchParams } = new URL(request.url)
  const filter: Filter = {
    state: MailState.safeParse(searchParams.get('state')).data,
    recipient: searchParams.get('recipient')?.slice(0, 200) ?? '',
  }
  return { filter, first: await fetchPage(filter) }
}
clientLoader.hydrate = true as const

function fetchPage(filter: Filter, cursor?: string) {
  return load(listMails, { query: { cursor, ...asked(filter) } })
}

function asked({ state, recipient }: Filter): MailFilter {
  return { ...(state && { state }), ...(recipient && { recipient }) }
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: what was written to whom, and whether it went out. */
export default function MailsPage() {
  const { filter, first } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  return (
    <>
      <PageHeading
        title="Mails"
        lead="What we have written, newest first."
        actions={
          <>
            <ButtonLink to="/admin/mail-preview" variant="quiet" size="small">
              See every kind of letter
            </ButtonLink>
            <CsvButton fetchFile={() => attempt(downloadMails, { query: asked(filter) })} />
          </>
        }
      />
      <FilterForm key={`${filter.state} ${filter.recipient}`} filter={filter} />
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">
            {filter.state || filter.recipient ? 'No mail fits this search.' : 'Nothing was written yet.'}
          </p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
    </>
  )
}

const choices = MailState.options.map((state) => [state, stateWords[state]] as const)

function FilterForm({ filter }: { filter: Filter }) {
  const [state, setState] = useState<string>(filter.state ?? '')
  const [recipient, setRecipient] = useState(filter.recipient)
  const [, setAddress] = useSearchParams()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAddress({ ...(state && { state }), ...(recipient.trim() && { recipient: recipient.trim() }) })
  }
  return (
    <form aria-label="Search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        label="Recipient"
        type="search"
        maxLength={200}
        className="grow sm:max-w-md"
        value={recipient}
        onChange={({ target }) => setRecipient(target.value)}
      />
      <SelectField
        label="State"
        prompt="All"
        choices={choices}
        value={state}
        onChange={({ target }) => setState(target.value)}
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
  )
}

function MailRow({ mail }: { mail: MailSummary }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/mails/${mail.id}`} className="link min-w-0 font-semibold wrap-anywhere">
          {mail.subject || 'A mail that is forgotten'}
        </Link>
        <StateBadge state={mail.state} />
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {mail.recipient ? `To ${mail.recipient}, written` : 'Written'} {formatMoment(mail.writtenAt)}
      </p>
      <MailStanding mail={mail} />
    </li>
  )
}

/** What went wrong with it, and when it is tried again. */
export function MailStanding({ mail: { failure, attempts, nextAttemptAt } }: { mail: MailSummary }) {
  if (!failure) return null
  return (
    <p className="text-sm">
      {failure} {attempts === 1 ? 'It was tried once.' : `It was tried ${attempts} times.`}
      {nextAttemptAt ? ` Next: ${formatMoment(nextAttemptAt)}.` : null}
    </p>
  )
}
