import { ArrowRight } from 'lucide-react'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'

/** Shown to a member who has not bought anything yet, with links to the three services. */
export function NoPurchasesPanel() {
  return (
    <Card>
      <p className="text-lg font-semibold">No packages purchased yet</p>
      <p className="mt-1 max-w-prose text-muted">Choose a service and find the package that’s right for you.</p>
      <ul className="mt-6 grid gap-3">
        <NextStepLink to="/services/my-future" name="MY FUTURE" description="career guidance and life skills" />
        <NextStepLink to="/services/study-world" name="STUDY WORLD" description="studying in another country" />
        <NextStepLink to="/services/biz-future" name="BIZ FUTURE" description="social media for small businesses" />
      </ul>
    </Card>
  )
}

function NextStepLink({ to, name, description }: { to: string; name: string; description: string }) {
  return (
    <li>
      <Link
        to={to}
        className="group card-link flex items-center justify-between gap-[min(1rem,3vw)] rounded-md border border-line px-[min(1rem,4vw)] py-3"
      >
        <span className="min-w-0">
          <span className="block font-medium">{name}</span>
          <span className="block text-sm text-muted">{description}</span>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="size-[min(1.25rem,5vw)] shrink-0 text-primary-ink transition-transform group-hover:translate-x-1"
        />
      </Link>
    </li>
  )
}
