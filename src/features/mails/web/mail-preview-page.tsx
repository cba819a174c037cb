import { Link, useLoaderData, useSearchParams } from 'react-router'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { type LetterExample, listLetterExamples } from '../contract.ts'
import { LetterPanel, LetterText, requireOwnDocument } from './letter-panel.tsx'

export function meta() {
  return [{ title: 'Letters' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  requireOwnDocument(request)
  return load(listLetterExamples)
}
clientLoader.hydrate = true as const

/** What is chosen stands in the address; the letters are all there already. */
export function shouldRevalidate() {
  return false
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: every kind of letter of the product, with invented data. */
export default function MailPreviewPage() {
  const { letters } = useLoaderData<typeof clientLoader>()
  const [search, setSearch] = useSearchParams()
  const chosen = letters.find((letter) => keyOf(letter) === search.get('letter')) ?? letters[0]
  return (
    <>
      <PageHeading title="Letters" lead="Every kind of letter that we write, with invented people and figures." />
      <div className="grid gap-8 md:grid-cols-[18rem_minmax(0,1fr)]">
        {/* On a telephone the letter would stand below sixty links. */}
        <SelectField
          label="Letter"
          prompt="Choose a letter"
          className="md:hidden"
          choices={letters.map((letter) => [keyOf(letter), letter.subject] as const)}
          value={chosen ? keyOf(chosen) : ''}
          onChange={({ target }) => setSearch({ letter: target.value }, { preventScrollReset: true })}
        />
        <nav aria-label="Letters" className="hidden max-h-[90vh] overflow-y-auto md:block">
          <ul className="grid gap-1">
            {letters.map((letter) => (
              <li key={keyOf(letter)}>
                <Link
                  to={`?letter=${encodeURIComponent(keyOf(letter))}`}
                  aria-current={letter === chosen ? 'page' : undefined}
                  preventScrollReset
                  className="block rounded-md px-3 py-2 wrap-anywhere hover:bg-ground aria-[current]:bg-primary-soft aria-[current]:font-semibold"
                >
                  {letter.subject} <span className="block text-sm text-muted">{keyOf(letter)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {chosen ? <Example letter={chosen} /> : null}
      </div>
    </>
  )
}

function keyOf({ area, name }: LetterExample): string {
  return `${area}/${name}`
}

function Example({ letter }: { letter: LetterExample }) {
  return (
    <section aria-label={letter.subject} className="grid content-start gap-6">
      <h2 className="text-2xl wrap-anywhere">{letter.subject}</h2>
      <div className="grid gap-6 lg:grid-cols-2">
        <TitledCard title="As a mail program shows it">
          <LetterPanel title={letter.subject} html={letter.html} />
        </TitledCard>
        <TitledCard title="As text">
          <LetterText text={letter.text} />
        </TitledCard>
      </div>
    </section>
  )
}
