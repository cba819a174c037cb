import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { listPublishableRatings } from '#features/bookings/ratings/contract.ts'
import { services } from '#features/catalogue/web/public.tsx'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/download-buttons.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { type AdminStory, downloadStories, listAdminStories } from '../contract/admin-stories.ts'
import { publishStory } from '../contract.ts'
import { StoryForm } from './story-form.tsx'

export const meta = privateMeta('Stories')

export const clientLoader = pageLoader(async () => {
  const [stories, ratings] = await Promise.all([fetchStories(), fetchRatings()])
  return { stories, ratings }
})

const fetchStories = (cursor?: string) => load(listAdminStories, { query: { cursor } })
const fetchRatings = (cursor?: string) => load(listPublishableRatings, { query: { cursor } })

/** Lists the stories, and the ratings that members allow us to publish. */
export default function AdminStoriesPage() {
  const { stories, ratings } = useLoaderData<typeof clientLoader>()
  const storyList = useLoadMore(stories, fetchStories)
  const ratingList = useLoadMore(ratings, fetchRatings)
  return (
    <>
      <PageHeading
        title="Stories"
        lead="The stories on your service pages. Invented stories are always marked as illustrative there."
        actions={
          <>
            <ButtonLink to="/admin/consultant-profiles" variant="quiet" size="small">
              Public profiles
            </ButtonLink>
            <CsvButton fetchFile={() => attempt(downloadStories)} />
          </>
        }
      />
      <TitledCard title="Stories">
        {storyList.items.length === 0 ? (
          <p className="text-muted">No stories yet. Publish one from a rating below.</p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {storyList.items.map((story) => (
              <StoryRow key={story.id} story={story} />
            ))}
          </ul>
        )}
      </TitledCard>
      <LoadMore list={storyList} />
      <TitledCard title="Ratings you can publish">
        {ratingList.items.length === 0 ? (
          <p className="text-muted">Ratings that members let us publish will appear here.</p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {ratingList.items.map((rating) => (
              <RatingRow key={rating.bookingId} rating={rating} />
            ))}
          </ul>
        )}
      </TitledCard>
      <LoadMore list={ratingList} />
    </>
  )
}

function StoryRow({ story: { id, title, serviceType, isIllustrative, isShown, quote } }: { story: AdminStory }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/stories/${id}`} className="link min-w-0 font-semibold wrap-anywhere">
          {title}
        </Link>
        {isIllustrative ? <Badge tone="info">Illustrative</Badge> : null}
        {isShown ? null : <Badge>Hidden</Badge>}
      </p>
      <p className="text-sm text-muted">
        {services[serviceType].name}
        {quote ? `, quoting ${quote.firstName}` : ''}
      </p>
    </li>
  )
}

type Rating = ResponseOf<typeof listPublishableRatings>['items'][number]

const emptyTexts = { title: '', start: '', work: '', result: '' }

function RatingRow({ rating }: { rating: Rating }) {
  const [isWriting, setWriting] = useState(false)
  const [status, setStatus] = useState('')
  const { revalidate } = useRevalidator()
  const { bookingId, firstName, score, comment, serviceType, ratedAt } = rating
  return (
    <li className="grid gap-3 py-4">
      <blockquote className="max-w-prose border-l-4 border-primary pl-4 wrap-anywhere">{comment}</blockquote>
      <p className="text-sm text-muted">
        {firstName}, {score} out of 5, {services[serviceType].name}, {formatDate(ratedAt)}
      </p>
      <p role="status" className={status ? 'font-medium' : 'sr-only'}>
        {status}
      </p>
      {isWriting ? (
        <StoryForm
          texts={emptyTexts}
          button="Publish story"
          send={(texts) => attempt(publishStory, { body: { ratingId: bookingId, ...texts } })}
          onSaved={(_, message) => {
            setStatus(message)
            setWriting(false)
            void revalidate()
          }}
        />
      ) : (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={() => setWriting(true)}>
          Write a story
        </Button>
      )}
    </li>
  )
}
