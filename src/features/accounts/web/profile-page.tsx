export function meta() {
  return [{ title: 'Profile' }, { name: 'robots', content: 'noindex' }]
}

export default function ProfilePage() {
  return (
    <div>
      <p className="text-2xl font-semibold tracking-tight sm:text-3xl">Profile</p>
      <p className="mt-1 text-muted">Who you are, how we reach you, and what we tell you about.</p>
    </div>
  )
}
