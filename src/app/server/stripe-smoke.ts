import { checkProvider } from '#features/payments/server/public.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { sayRefusal } from './carry-out-command.ts'
import { type Config, readConfig } from './config.ts'

// `npm run stripe:smoke`: does the provider do with our test keys what the site will ask of it?

await main().catch(sayRefusal)

async function main() {
  const { secretKey, sandbox } = readSettings(readConfig(process.env))
  say(`Asking ${sandbox ? `the sandbox at ${sandbox.url}` : 'the payment provider'} with the test key.`)
  say('The webhook secret has the right form. That it is the right one shows when the first event arrives.')
  try {
    for await (const sentence of checkProvider({ secretKey, sandbox })) say(sentence)
  } catch (error) {
    throw new CommandRefused(`This step failed: ${error instanceof Error ? error.message : String(error)}`)
  }
  say('Everything that the site asks of the provider works.')
}

/** @throws CommandRefused for keys with which the check would move money, and where there are none */
function readSettings({ payments }: Config) {
  if (!('keys' in payments)) {
    throw new CommandRefused(
      'Set the three test keys of the payment provider first: without them there is nothing to check.',
    )
  }
  if (payments.keys.secretKey.includes('_live_')) {
    throw new CommandRefused('These are live keys: the check would charge a card. Set test keys for it.')
  }
  const sandbox = payments.mode === 'sandbox' ? { url: payments.url, publicUrl: payments.publicUrl } : undefined
  return { secretKey: payments.keys.secretKey, sandbox }
}

function say(sentence: string) {
  process.stdout.write(`${sentence}\n`)
}
