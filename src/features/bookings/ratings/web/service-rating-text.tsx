import { Star } from 'lucide-react'
import type { ServiceRating } from '../contract.ts'

/**
 * What members think of a service, for a dark background. It says how ratings are collected, as the Digital Markets,
 * Competition and Consumers Act 2024 (schedule 20) expects beside reviews.
 */
export function ServiceRatingText({ rating }: { rating: ServiceRating | null }) {
  if (!rating) return null
  return (
    <div className="mt-4 max-w-md">
      <p>
        <Star aria-hidden="true" className="mr-2 inline size-5 -translate-y-px fill-primary text-primary" />
        <span className="sr-only">Rated </span>
        <strong className="font-semibold">{rating.average.toFixed(1)} out of 5</strong>
        {` · ${rating.count.toLocaleString('en-GB')} ratings of sessions held`}
      </p>
      <p className="mt-1 text-sm text-balance text-on-dark">
        Only members who had a session can rate it, and every rating counts.
      </p>
    </div>
  )
}
