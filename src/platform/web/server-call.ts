import { createContext } from 'react-router'
import type { Endpoint, InputOf, ResponseOf } from '#platform/shared/endpoint.ts'

/** Asks an endpoint of the same server, without a network, while a public page is rendered. */
export type ServerCall = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<ResponseOf<E>>

/** Route modules of public pages get their data from `context.get(serverCall)` and from nowhere else. */
export const serverCall = createContext<ServerCall>()

/** PUBLIC_URL: the one source of every address that leaves the site. */
export const publicUrl = createContext<string>()
