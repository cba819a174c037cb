import { SiteLink } from './site-link.tsx'

/** Shows the site's logo and name. The last word of the name has a lighter weight. */
export function Brand({ name }: { name: string }) {
  const nameWords = name.split(' ')
  const lastWord = nameWords.length > 1 ? nameWords.pop() : undefined
  return (
    <SiteLink
      to="/"
      className="inline-flex min-w-0 items-center gap-2 rounded-md text-[min(1em,6.5vw)] font-semibold leading-tight tracking-tight"
    >
      <Logo />
      <span className="min-w-0">
        {nameWords.join(' ')}
        {lastWord ? <span className="font-normal"> {lastWord}</span> : null}
      </span>
    </SiteLink>
  )
}

function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[32px] shrink-0">
      <rect width="32" height="32" rx="8" className="fill-secondary" />
      <circle cx="20" cy="12" r="6.5" className="fill-primary" />
      <path
        d="M4 28.5C13 28 10 20.5 15 18.5S19 14 20 12"
        fill="none"
        stroke="#fff"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
