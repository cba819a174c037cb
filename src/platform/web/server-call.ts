import { createContext } from 'react-router'
import type { Endpoint, InputOf, ResponseOf } from '#platform/shared/endpoint.ts'

/** Calls an endpoint on the same server without a network, while a public page is rendered. */
export type ServerCall = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => Promise<ResponseOf<E>>

/** The only data source of public pages' route modules: `context.get(serverCall)`. */
export const serverCall = createContext<ServerCall>()

/** PUBLIC_URL, the base for every absolute URL that we publish. */
export const publicUrl = createContext<string>()

/** The address of the script of public pages. */
export const documentScript = createContext<string>()

/** Reads a file of the build by its path on the site. In development there is no build. */
export const fileReader = createContext<((path: string) => Buffer) | undefined>()
