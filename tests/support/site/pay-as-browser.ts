export type BrowserAnswer = {
  id: string
  status?: string
  error?: { code: string; message: string }
  next_action?: { use_stripe_sdk?: { stripe_js: string } } | null
}

/** Pays or saves a test card with the two calls of the provider's script and only the publishable key. */
export async function payAsBrowser(sandboxUrl: string, publishableKey: string, clientSecret: string, card: string) {
  const fields = { key: publishableKey, type: 'card', 'card[token]': card }
  const method = await postAsBrowser(`${sandboxUrl}/v1/payment_methods`, fields)
  return confirmAsBrowser(sandboxUrl, publishableKey, clientSecret, method.id)
}

/** Confirms with a card that the provider already knows. */
export function confirmAsBrowser(sandboxUrl: string, publishableKey: string, clientSecret: string, cardId: string) {
  const [intent] = clientSecret.split('_secret')
  const resource = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const fields = { key: publishableKey, payment_method: cardId, client_secret: clientSecret }
  return postAsBrowser(`${sandboxUrl}/v1/${resource}/${intent}/confirm`, fields)
}

async function postAsBrowser(address: string, values: Record<string, string>) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(values) })
  return (await response.json()) as BrowserAnswer
}

/** Answers on the bank's page as the cardholder. */
export async function answerBankPage({ next_action }: BrowserAnswer, outcome: 'complete' | 'fail') {
  const address = next_action?.use_stripe_sdk?.stripe_js
  if (!address) throw new Error('The payment needs no authentication by the bank')
  await fetch(address, { method: 'POST', body: new URLSearchParams({ outcome }) })
}
