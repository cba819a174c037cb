import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Link } from '#platform/web/ui/link.tsx'
import type { SampleSlug } from '../../samples/contract.ts'

/** A sample, or the page of it with this number. */
export type SampleReference = { slug: SampleSlug; page?: number; name: string }

type SampleLinkProps = { sample: SampleReference; className?: string; children: ReactNode }

export function SampleLink({ sample: { slug, page }, className, children }: SampleLinkProps) {
  return (
    <Link
      to={`/samples/${slug}${page ? `#page-${page}` : ''}`}
      className={classNames('link link-alone font-medium', className)}
    >
      {children}
    </Link>
  )
}
