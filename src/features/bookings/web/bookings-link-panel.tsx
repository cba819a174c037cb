import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** From one session back to all of them. */
export function BookingsLink() {
  return (
    <Link to="/portal/bookings" className="link link-alone inline-flex items-center gap-2 justify-self-start">
      <ArrowLeft aria-hidden="true" className="size-4" />
      My Bookings
    </Link>
  )
}
