/** A link that starts an email to an address. */
export function EmailLink({ email, className = 'link' }: { email: string; className?: string }) {
  return (
    <a href={`mailto:${email}`} className={className}>
      {email}
    </a>
  )
}
