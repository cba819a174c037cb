import { data } from 'react-router'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export const meta = privateMeta('Page not found')

export default function NotFoundPage() {
  return (
    <>
      <div className="overflow-hidden bg-secondary bg-linear-to-tr from-secondary-deep via-secondary to-secondary-soft text-white">
        <div className="container-page pt-10 md:pt-24">
          <h1 className="text-4xl sm:text-5xl">This road ends here.</h1>
          <p className="mt-6 max-w-md text-lg text-on-dark">
            We can’t find this page. It may have moved, or there may be a mistake in the link.
          </p>
          <ButtonLink to="/" className="mt-8">
            Go to the home page
          </ButtonLink>
          <RoadEnd />
        </div>
      </div>
      <nav aria-label="Other pages" className="container-page py-10 md:py-24">
        <h2 className="text-2xl">Were you looking for one of these?</h2>
        <ul className="mt-6 max-w-prose">
          <Suggestion to="/services/my-future" name="MY FUTURE" description="career guidance and life skills" />
          <Suggestion to="/services/study-world" name="STUDY WORLD" description="study-abroad guidance" />
          <Suggestion to="/services/biz-future" name="BIZ FUTURE" description="business and social-media consulting" />
          <Suggestion to="/portal/dashboard" name="Your dashboard" description="packages, bookings and invoices" />
          <Suggestion to="/contact" name="Contact" description="someone who can help" />
        </ul>
      </nav>
    </>
  )
}

/** A road from the left edge that ends at a barrier. The road beyond the barrier is dotted. */
function RoadEnd() {
  return (
    <svg aria-hidden="true" viewBox="0 0 1088 190" overflow="visible" className="mt-6 block w-full min-w-xl">
      <path d="M-900 118H560V190H-900z" className="fill-white dark:fill-line" />
      <path
        d="M-900 154H520"
        className="stroke-secondary dark:stroke-on-dark"
        strokeWidth="5"
        strokeDasharray="44 34"
      />
      <path
        d="M640 150C760 150 820 60 1010 52"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.55"
        strokeWidth="3"
        strokeDasharray="0.1 12"
        strokeLinecap="round"
      />
      <circle cx="1036" cy="50" r="22" fill="none" className="stroke-primary" strokeWidth="4" />
      <g className="stroke-primary" strokeWidth="9">
        <path d="M574 190V92M626 190V92" />
      </g>
      <path d="M552 84H648V126H552z" className="fill-primary" />
      <path
        d="M570 126L592 84H608L586 126zM616 126L638 84H648V95L632 126zM552 118V84H562z"
        className="fill-secondary"
      />
    </svg>
  )
}

function Suggestion({ to, name, description }: { to: string; name: string; description: string }) {
  return (
    <li className="border-t border-line py-4 last:border-b">
      <Link to={to} className="link font-medium">
        {name}
      </Link>
      <span className="text-muted">: {description}</span>
    </li>
  )
}
