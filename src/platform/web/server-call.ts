import { createContext } from 'react-router'
import type { Endpoint, InputOf, ResponseOf } from '#platform/shared/endpoint.ts'

/** Calls an endpoint on the same server without a network, while a public page is rendered. */
export type ServerCall = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<ResponseOf<E>>

/** The only data source of public pages' route modules: `context.get(serverCall)`. */
export const serverCall = createContext<ServerCall>()

/** The answer to a form: the endpoint's data, or the message, and when to try again. */
export type ServerAnswer<E extends Endpoint> =
  | { status: 200; data: ResponseOf<E> }
  | { status: number; message: string; retryAfter?: string; data?: undefined }

/** Sends a form to an endpoint on the same server, from the visitor's address, which rate limits count. */
export type ServerSubmit = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ServerAnswer<E>>

/** For the `action` of pages whose form works without scripts: `context.get(serverSubmit)`. */
export const serverSubmit = createContext<ServerSubmit>()

/** PUBLIC_URL, the base for every absolute URL that we publish. */
export const publicUrl = createContext<string>()

/** The address of the script of public pages. */
export const documentScript = createContext<string>()

/** Reads a file of the build by its path on the site. In development there is no build. */
export const fileReader = createContext<((path: string) => Buffer) | undefined>()
