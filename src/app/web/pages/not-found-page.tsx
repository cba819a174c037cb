import { data, Link } from 'react-router'
import { ButtonLink } from '#platform/web/ui/button.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export function meta() {
  return [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]
}

export default function NotFoundPage() {
  return (
    <div className="container-page grid gap-12 py-20 md:grid-cols-2 md:py-28">
      <div>
        <h1 className="text-4xl sm:text-5xl">This road ends here.</h1>
        <p className="mt-6 max-w-md text-lg text-muted">
          There is no page at this address. It may have moved, or the link may have lost a letter on its way to you.
        </p>
        <ButtonLink to="/" className="mt-8">
          Go to the home page
        </ButtonLink>
      </div>
      <nav aria-label="Other ways" className="md:pt-2">
        <p className="font-semibold">Perhaps you were looking for</p>
        <ul className="mt-4 grid gap-3">
          <Way to="/services/my-future" name="MY FUTURE" about="career guidance and life skills" />
          <Way to="/services/study-world" name="STUDY WORLD" about="studying in another country" />
          <Way to="/services/biz-future" name="BIZ FUTURE" about="social media for small businesses" />
          <Way to="/portal/dashboard" name="Your dashboard" about="packages, bookings and invoices" />
          <Way to="/contact" name="Contact" about="a person who can help" />
        </ul>
      </nav>
    </div>
  )
}

function Way({ to, name, about }: { to: string; name: string; about: string }) {
  return (
    <li className="border-t border-line pt-3">
      <Link to={to} className="link font-medium">
        {name}
      </Link>
      <span className="text-muted">: {about}</span>
    </li>
  )
}
