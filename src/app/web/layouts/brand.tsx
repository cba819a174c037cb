import { Link } from 'react-router'

/** The sign of the site and its name: the last word is set lighter, whatever the name is. */
export function Brand({ name, reloadDocument }: { name: string; reloadDocument?: boolean }) {
  const words = name.split(' ')
  const last = words.length > 1 ? words.pop() : undefined
  return (
    <Link
      to="/"
      reloadDocument={reloadDocument}
      className="inline-flex items-center gap-2.5 rounded-md font-semibold leading-tight tracking-tight"
    >
      <BrandSign />
      <span className="min-w-0">
        {words.join(' ')}
        {last ? <span className="font-normal"> {last}</span> : null}
      </span>
    </Link>
  )
}

function BrandSign() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
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
