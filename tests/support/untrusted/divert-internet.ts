import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'

// Loaded into a site before it starts. Every name then resolves to a public address, and every connection to port 443
// goes to the test's server instead.

const PUBLIC_ADDRESS = '93.184.215.14'

Resolver.prototype.resolve4 = (async () => [PUBLIC_ADDRESS]) as never
Resolver.prototype.resolve6 = (async () => []) as never

const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [options] = args.flat() as { host?: string; port?: number }[]
  if (options?.port === 443)
    Object.assign(options, { host: '127.0.0.1', port: Number(process.env.INTERNET_PORT), lookup: undefined })
  return Reflect.apply(connect, this, args)
} as never
