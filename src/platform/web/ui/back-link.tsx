import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** A link from an item back to its list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link link-alone inline-flex items-center gap-2 justify-self-start">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}
