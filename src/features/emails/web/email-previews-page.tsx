import { useLoaderData, useSearchParams } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { type EmailPreview, listEmailPreviews } from '../contract.ts'
import { EmailContent, requireOwnDocument } from './email-frame.tsx'

export const meta = privateMeta('Email previews')

export const clientLoader = pageLoader(async ({ request }) => {
  requireOwnDocument(request)
  return load(listEmailPreviews)
})

/** The selection is kept in the query string, and all previews are already loaded. */
export function shouldRevalidate() {
  return false
}

/** Shows every kind of email with invented data. */
export default function EmailPreviewsPage() {
  const { previews } = useLoaderData<typeof clientLoader>()
  const [search, setSearch] = useSearchParams()
  const selected = previews.find((preview) => toPreviewKey(preview) === search.get('preview')) ?? previews[0]
  return (
    <>
      <PageHeading title="Email previews" lead="Every email we send, with example names and figures." />
      <div className="grid gap-8 md:grid-cols-[18rem_minmax(0,1fr)]">
        {/* Replaces the list on phones, where sixty links would push the email out of sight. */}
        <SelectField
          label="Email"
          prompt="Choose an email"
          className="md:hidden"
          choices={previews.map((preview) => [toPreviewKey(preview), preview.subject] as const)}
          value={selected ? toPreviewKey(selected) : ''}
          onChange={({ target }) => setSearch({ preview: target.value }, { preventScrollReset: true })}
        />
        <nav aria-label="Email previews" className="hidden max-h-[90vh] overflow-y-auto md:block">
          <ul className="grid gap-1">
            {previews.map((preview) => (
              <li key={toPreviewKey(preview)}>
                <Link
                  to={`?preview=${encodeURIComponent(toPreviewKey(preview))}`}
                  aria-current={preview === selected ? 'page' : undefined}
                  preventScrollReset
                  className="block rounded-md px-3 py-2 wrap-anywhere hover:bg-ground aria-[current]:bg-primary-soft aria-[current]:font-semibold"
                >
                  {preview.subject} <span className="block text-sm text-muted">{toPreviewKey(preview)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {selected ? <PreviewPanel preview={selected} /> : null}
      </div>
    </>
  )
}

function toPreviewKey({ area, name }: EmailPreview): string {
  return `${area}/${name}`
}

function PreviewPanel({ preview }: { preview: EmailPreview }) {
  return (
    <section aria-label={preview.subject} className="grid content-start gap-6">
      <div className="grid gap-2">
        <h2 className="text-2xl wrap-anywhere">{preview.subject}</h2>
        <p className="text-muted">After the subject in a list of emails: {preview.preview}</p>
      </div>
      <EmailContent title={preview.subject} html={preview.html} text={preview.text} />
    </section>
  )
}
