import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { changeStory, getStaffStory, type StaffStory } from '../contract/story.ts'
import { StoryForm } from './story-form.tsx'

export function meta() {
  return [{ title: 'Story' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { storyId?: string } }) {
  return load(getStaffStory, { params: { storyId: params.storyId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: one story, shown or not. */
export default function StoryPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <EditedStory key={loaded.id} loaded={loaded} />
}

function EditedStory({ loaded }: { loaded: StaffStory }) {
  const [story, setStory] = useState(loaded)
  const [isShown, setShown] = useState(loaded.isShown)
  const [told, setTold] = useState('')
  const { title, start, work, result, quote } = story
  return (
    <>
      <Link to="/admin/stories" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> Stories
      </Link>
      <PageHeading title={title} lead={`On the page of ${services[story.serviceType].name}`} />
      {story.isIllustrative ? (
        <Alert tone="info">This story is made up. The page says so beside it, whatever you change.</Alert>
      ) : null}
      <Card className="grid gap-5">
        {quote ? (
          <blockquote className="max-w-prose border-l-4 border-primary pl-4 wrap-anywhere">
            {quote.words} <footer className="mt-1 text-sm text-muted">{quote.firstName}, who can take it back</footer>
          </blockquote>
        ) : null}
        <StoryForm
          key={story.version}
          parts={{ title, start, work, result }}
          button="Save story"
          send={(parts) =>
            attempt(changeStory, { params: { storyId: story.id }, body: { version: story.version, ...parts, isShown } })
          }
          onSaved={(saved, sentence) => {
            setStory(saved)
            setTold(sentence)
          }}
        >
          <CheckboxField label="Shown on the public page" checked={isShown} onChange={() => setShown(!isShown)} />
        </StoryForm>
        <p role="status" className={told ? 'font-medium text-success' : 'sr-only'}>
          {told}
        </p>
      </Card>
    </>
  )
}
