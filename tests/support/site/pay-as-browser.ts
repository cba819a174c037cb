export type BrowserAnswer = {
  id: string
  status?: string
  error?: { code: string; message: string }
  next_action?: { use_stripe_sdk?: { stripe_js: string } } | null
}

/** Pays with or saves a test card by making the two calls of the provider's script, with only the publishable key. */
export async function payAsBrowser(
  sandboxUrl: string,
  publishableKey: string,
  clientSecret: string,
  card: string,
  /** True if "Save this card for next time" is ticked, or a card is added in the profile. */
  { keepsCard = false } = {},
) {
  const consent = keepsCard && { allow_redisplay: 'always' }
  const fields = { key: publishableKey, type: 'card', 'card[token]': card, ...consent }
  const method = await postAsBrowser(`${sandboxUrl}/v1/payment_methods`, fields)
  const usage = keepsCard && clientSecret.startsWith('pi_') ? { setup_future_usage: 'on_session' } : {}
  return confirmAsBrowser(sandboxUrl, publishableKey, clientSecret, method.id, usage)
}

/** Confirms a payment or set-up with a card that the provider already knows. */
export function confirmAsBrowser(
  sandboxUrl: string,
  publishableKey: string,
  clientSecret: string,
  cardId: string,
  usage: { setup_future_usage?: string } = {},
) {
  const [intent] = clientSecret.split('_secret')
  const resource = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const fields = { key: publishableKey, payment_method: cardId, client_secret: clientSecret, ...usage }
  return postAsBrowser(`${sandboxUrl}/v1/${resource}/${intent}/confirm`, fields)
}

async function postAsBrowser(address: string, values: Record<string, string>) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(values) })
  return (await response.json()) as BrowserAnswer
}

/** Responds on the bank's page as the cardholder. */
export async function answerBankPage({ next_action }: BrowserAnswer, outcome: 'complete' | 'fail') {
  const address = next_action?.use_stripe_sdk?.stripe_js
  if (!address) throw new Error('The payment needs no authentication by the bank')
  await fetch(address, { method: 'POST', body: new URLSearchParams({ outcome }) })
}
