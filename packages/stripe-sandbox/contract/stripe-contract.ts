import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

/** One call to the payment provider, as the sandbox reports it. */
export interface ContractExchange {
  method: string
  path: string
  caller: string
  /** As sent, so every value is text. */
  parameters: object
  status: number | null
  body: unknown
}

type Schema = Record<string, unknown>

interface ContractOperation {
  method: string
  path: string
  params?: Schema | string
  response?: Schema | string
}

interface Contract {
  operations: Record<string, ContractOperation>
  $defs: Record<string, Schema>
}

// Read instead of imported, because the compiler would infer a type for all 431 kB.
const file = new URL('openapi-slim.json', import.meta.url)
const contract = JSON.parse(readFileSync(file, 'utf8')) as Contract

/** Documented for this API version, but missing from the list in the SDK. */
const furtherErrorCodes = ['payment_method_types_no_longer_supported']
const errorCodes = contract.$defs.ErrorCode as { enum: string[] }
errorCodes.enum.push(...furtherErrorCodes)

const operations = Object.values(contract.operations).map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Parameters travel as text, so `"100"` is a number here; answers are JSON and must have the right type. */
const forParameters = new Ajv({ strict: false, allErrors: true, coerceTypes: true })
const forAnswers = new Ajv({ strict: false, allErrors: true })
/** A browser sees only a part of each object, and that part must still match. */
const forPartialAnswers = new Ajv({ strict: false, allErrors: true })
forParameters.addSchema({ $id: 'contract', $defs: contract.$defs })
forAnswers.addSchema({ $id: 'contract', $defs: contract.$defs })
forPartialAnswers.addSchema({ $id: 'contract', $defs: withoutRequired(contract.$defs) as Record<string, Schema> })

/** Deviations of a call from the provider's published contract, in its parameters or in its answer. */
export function contractErrors(exchange: ContractExchange): string[] {
  const operation = findOperation(exchange)
  if (!operation) return exchange.status === 404 ? [] : [`${exchange.method} ${exchange.path} is not in the contract`]
  const name = `${exchange.method} ${operation.path}`
  const sent = isRefusedUnread(exchange) ? [] : parameterErrors(operation, exchange)
  return [
    ...sent.map((error) => `${name} was sent ${error}`),
    ...answerErrors(operation, exchange).map((error) => `${name} answered ${error}`),
  ]
}

/** The parameters of a rejected call need not match: only its answer is checked. */
function isRefusedUnread({ status }: ContractExchange): boolean {
  return status === 400 || status === 401 || status === 403
}

/** Names of the parameters in the contract, for example of `PaymentIntent.create`. */
export function contractParameters(operationName: string): string[] {
  const { params } = contract.operations[operationName] ?? {}
  const schema = typeof params === 'string' ? contract.$defs[params.replace('#/$defs/', '')] : params
  return Object.keys((schema?.properties as object | undefined) ?? {})
}

function findOperation({ method, path }: ContractExchange) {
  // `/v1/customers/{id}` also fits `/v1/customers/search`, so an exact address wins.
  const fitting = operations.filter((operation) => operation.method === method && operation.pattern.test(path))
  return fitting.find((operation) => operation.path === path) ?? fitting[0]
}

function parameterErrors({ params }: ContractOperation, { parameters, caller }: ContractExchange): string[] {
  if (!params) return []
  const { client_secret, use_stripe_sdk, ...withoutBrowserFields } = structuredClone(parameters) as Record<
    string,
    unknown
  >
  // Browsers authenticate with parameters that the contract for servers does not list.
  const sent = caller === 'publishable-key' ? withoutBrowserFields : structuredClone(parameters)
  return findErrors(forParameters, params, sent)
}

function answerErrors({ response }: ContractOperation, { status, body, caller }: ContractExchange): string[] {
  if (status === null || !response) return []
  const ajv = caller === 'publishable-key' ? forPartialAnswers : forAnswers
  return findErrors(ajv, status >= 400 ? '#/$defs/ErrorBody' : response, body)
}

function asSchema(schema: Schema | string): Schema {
  if (typeof schema === 'string') return { $ref: schema }
  if (!('list' in schema)) return schema
  return {
    type: 'object',
    required: ['object', 'data', 'has_more', 'url'],
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items: asSchema(schema.list as Schema | string) },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    },
    additionalProperties: false,
  }
}

const compiled = new Map<Ajv, Map<string, ValidateFunction>>()

function findErrors(ajv: Ajv, schema: Schema | string, value: unknown): string[] {
  const text = JSON.stringify(asSchema(schema)).replaceAll('#/$defs/', 'contract#/$defs/')
  const compiledSchemas = compiled.get(ajv) ?? new Map<string, ValidateFunction>()
  compiled.set(ajv, compiledSchemas)
  const check = compiledSchemas.get(text) ?? ajv.compile(JSON.parse(text))
  compiledSchemas.set(text, check)
  return check(value) ? [] : toMessages(check.errors ?? [])
}

function toMessages(errors: ErrorObject[]): string[] {
  // "must match one of" only repeats the errors of its branches.
  const distinct = errors.filter(({ keyword }) => keyword !== 'anyOf')
  return distinct.map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
}

function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([name, value]) => name !== 'required' || !Array.isArray(value))
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutRequired(value)]))
}
