export type BrowserAnswer = {
  id: string
  status?: string
  error?: { code: string; message: string }
  next_action?: { use_stripe_sdk?: { stripe_js: string } } | null
}

/** The two calls that the provider's own script makes with a test card, to pay or to set it up, with the publishable key alone. */
export async function payAsBrowser(sandboxUrl: string, publishableKey: string, clientSecret: string, card: string) {
  const given = { key: publishableKey, type: 'card', 'card[token]': card }
  const method = await postAsBrowser(`${sandboxUrl}/v1/payment_methods`, given)
  return confirmAsBrowser(sandboxUrl, publishableKey, clientSecret, method.id)
}

/** With a card that the provider knows already. */
export function confirmAsBrowser(sandboxUrl: string, publishableKey: string, clientSecret: string, cardId: string) {
  const [intent] = clientSecret.split('_secret')
  const resource = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const given = { key: publishableKey, payment_method: cardId, client_secret: clientSecret }
  return postAsBrowser(`${sandboxUrl}/v1/${resource}/${intent}/confirm`, given)
}

async function postAsBrowser(address: string, values: Record<string, string>) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(values) })
  return (await response.json()) as BrowserAnswer
}

/** Answers at the bank's page in the cardholder's place. */
export async function answerBank({ next_action }: BrowserAnswer, outcome: 'complete' | 'fail') {
  const address = next_action?.use_stripe_sdk?.stripe_js
  if (!address) throw new Error('The bank did not ask')
  await fetch(address, { method: 'POST', body: new URLSearchParams({ outcome }) })
}
