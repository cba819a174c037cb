/** The package's public interface: `import { startSandbox } from 'stripe-sandbox'`. */
export type { Exchange } from './http/exchanges.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
export { signatureFor } from './webhooks/deliver-events.ts'
