import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { useLinkToken } from '#platform/web/link-token.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { unsubscribe } from '../contract/news.ts'

export function meta() {
  return [{ title: 'Unsubscribe' }, { name: 'robots', content: 'noindex' }]
}

/** What has failed may be tried once more; with a link that nobody knows that would be in vain. */
type Standing = { state: 'asking' | 'sending' } | { state: 'failed' | 'unknown' | 'done'; message: string }

/** Where a letter with news leads. It asks for no login, and opening it changes nothing: mail programs open links. */
export default function UnsubscribePage() {
  const token = useLinkToken('/unsubscribe')
  const [standing, setStanding] = useState<Standing>(
    token ? { state: 'asking' } : { state: 'unknown', message: 'Please open the link in our email once more.' },
  )
  const end = async () => {
    setStanding({ state: 'sending' })
    const ending = await attempt(unsubscribe, { params: { token } })
    const isUnknown = ending.state === 'failed' && ending.reason === 'link-unknown'
    setStanding({ state: isUnknown ? 'unknown' : ending.state, message: ending.message })
  }
  const canPress = standing.state !== 'done' && standing.state !== 'unknown'
  return (
    <div className="container-page py-12 md:py-16">
      <div className="mx-auto grid max-w-prose justify-items-start gap-6">
        <h1 className="text-3xl sm:text-4xl">No more news?</h1>
        {canPress ? (
          <p>
            Press the button, and we write you no more news and offers. Letters about what you have bought still come.
          </p>
        ) : null}
        {'message' in standing ? (
          <Alert tone={standing.state === 'done' ? 'success' : 'error'}>{standing.message}</Alert>
        ) : null}
        {canPress ? (
          <>
            <Button busy={standing.state === 'sending'} onClick={end}>
              Unsubscribe
            </Button>
            <NeedsScript />
          </>
        ) : null}
        <ButtonLink to="/portal/profile" variant="quiet" size="small">
          Choose in my profile what I am told
        </ButtonLink>
      </div>
    </div>
  )
}
