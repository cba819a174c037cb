import { useLoaderData } from 'react-router'
import { EmailStatus } from '#platform/shared/email-status.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { FilterForm, ListPage, readFilter } from '#platform/web/ui/list-page.tsx'
import { downloadEmails, EmailFilter, type EmailSummary, listEmails } from '../contract.ts'
import { requireOwnDocument } from './email-frame.tsx'
import { EmailFailure, StateBadge, stateLabels } from './email-state-badge.tsx'

export const meta = privateMeta('Emails')

export const clientLoader = pageLoader(async ({ request }) => {
  requireOwnDocument(request)
  const filter = readFilter(EmailFilter, request)
  return { filter, first: await load(listEmails, { query: filter }) }
})

export default function EmailLogPage() {
  const { filter, first } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage
      title="Emails"
      lead="Every email from this site, newest first."
      actions={
        <ButtonLink to="/admin/email-previews" variant="quiet" size="small">
          Preview all emails
        </ButtonLink>
      }
      list={listEmails}
      download={downloadEmails}
      filter={filter}
      first={first}
      none={filter.state || filter.recipient ? 'No emails match your search.' : 'No emails yet.'}
      row={(email) => <EmailRow key={email.id} email={email} />}
    >
      <FilterForm filter={filter}>
        {(field) => (
          <>
            <TextField
              label="Recipient"
              type="search"
              maxLength={200}
              className="grow sm:max-w-md"
              {...field('recipient')}
            />
            <SelectField label="Status" prompt="All" choices={stateOptions} {...field('state')} />
          </>
        )}
      </FilterForm>
    </ListPage>
  )
}

const stateOptions = EmailStatus.options.map((state) => [state, stateLabels[state]] as const)

function EmailRow({ email }: { email: EmailSummary }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/emails/${email.id}`} className="link min-w-0 font-semibold wrap-anywhere">
          {email.subject || 'Deleted email'}
        </Link>
        <StateBadge state={email.state} />
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {email.recipient ? `To ${email.recipient}, created` : 'Created'} {formatMoment(email.writtenAt)}
      </p>
      <EmailFailure email={email} />
    </li>
  )
}
