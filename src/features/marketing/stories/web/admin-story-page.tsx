import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { type AdminStory, getAdminStory, updateStory } from '../contract/admin-stories.ts'
import { StoryForm } from './story-form.tsx'

export const meta = privateMeta('Story')

export const clientLoader = loaderOf(getAdminStory)

export default function AdminStoryPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <EditedStory key={loaded.id} loaded={loaded} />
}

function EditedStory({ loaded }: { loaded: AdminStory }) {
  const [story, setStory] = useState(loaded)
  const [isShown, setShown] = useState(loaded.isShown)
  const [status, setStatus] = useState('')
  const { title, start, work, result, quote } = story
  return (
    <>
      <BackLink to="/admin/stories">Stories</BackLink>
      <PageHeading title={title} lead={`On the ${services[story.serviceType].name} page`} />
      {story.isIllustrative ? (
        <Alert tone="info">This story is invented. The page will always say so, whatever you change.</Alert>
      ) : null}
      <Card className="grid gap-5">
        {quote ? (
          <blockquote className="max-w-prose border-l-4 border-primary pl-4 wrap-anywhere">
            {quote.text}{' '}
            <footer className="mt-1 text-sm text-muted">
              {quote.firstName}, who can withdraw this quote at any time
            </footer>
          </blockquote>
        ) : null}
        <StoryForm
          texts={{ title, start, work, result }}
          button="Save story"
          send={(texts) =>
            attempt(updateStory, { params: { storyId: story.id }, body: { version: story.version, ...texts, isShown } })
          }
          onSaved={(saved, message) => {
            setStory(saved)
            setStatus(message)
          }}
        >
          <CheckboxField label="Show on the public page" checked={isShown} onChange={() => setShown(!isShown)} />
        </StoryForm>
        <p role="status" className={status ? 'font-medium text-success' : 'sr-only'}>
          {status}
        </p>
      </Card>
    </>
  )
}
