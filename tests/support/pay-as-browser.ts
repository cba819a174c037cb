export type BrowserAnswer = {
  id: string
  status?: string
  error?: { code: string; message: string }
  next_action?: { use_stripe_sdk?: { stripe_js: string } } | null
}

/** The two calls that the provider's own script makes with a test card, to pay or to set it up, with the publishable key alone. */
export async function payAsBrowser(sandboxUrl: string, publishableKey: string, clientSecret: string, card: string) {
  const post = async (path: string, values: Record<string, string>) => {
    const body = new URLSearchParams({ ...values, key: publishableKey })
    const response = await fetch(`${sandboxUrl}${path}`, { method: 'POST', body })
    return (await response.json()) as BrowserAnswer
  }
  const method = await post('/v1/payment_methods', { type: 'card', 'card[token]': card })
  const [intent] = clientSecret.split('_secret')
  const resource = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  return post(`/v1/${resource}/${intent}/confirm`, { payment_method: method.id, client_secret: clientSecret })
}

/** Answers at the bank's page in the cardholder's place. */
export async function answerBank({ next_action }: BrowserAnswer, outcome: 'complete' | 'fail') {
  const address = next_action?.use_stripe_sdk?.stripe_js
  if (!address) throw new Error('The bank did not ask')
  await fetch(address, { method: 'POST', body: new URLSearchParams({ outcome }) })
}
