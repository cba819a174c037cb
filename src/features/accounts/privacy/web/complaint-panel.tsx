import { Link } from '#platform/web/ui/link.tsx'

/** Shown wherever members get, correct or erase their data (UK GDPR art. 12, Data Protection Act 2018 s. 164A). */
export function ComplaintNotice() {
  return (
    <p className="text-sm text-muted">
      If you’re not happy with how we’ve used your data or answered a request about it, you can{' '}
      <Link to="/complaints" className="link">
        complain to us
      </Link>
      . You can also complain to the Information Commissioner’s Office (ICO) at any time, at{' '}
      <a href="https://ico.org.uk/make-a-complaint/" className="link">
        ico.org.uk/make-a-complaint
      </a>{' '}
      or on <span className="whitespace-nowrap">0303 123 1113</span>.
    </p>
  )
}
