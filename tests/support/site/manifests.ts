import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export const manifestFolder = 'operations/kubernetes'

type Container = {
  name: string
  image: string
  command?: string[]
  ports?: { name: string; containerPort: number }[]
  securityContext?: Record<string, unknown>
  resources?: { limits?: { memory?: string } }
  volumeMounts?: { name: string; mountPath: string }[]
} & Record<`${'startup' | 'liveness' | 'readiness'}Probe`, { httpGet: { path: string; port: string } } | undefined>

export type PodSpec = {
  automountServiceAccountToken?: boolean
  securityContext?: Record<string, unknown>
  terminationGracePeriodSeconds?: number
  containers: Container[]
  volumes?: { name: string }[]
}

type Labels = Record<string, string>
type Pod = { metadata: { labels: Labels; annotations?: Labels }; spec: PodSpec }

/** The fields of a manifest that the tests read. The schemas check the rest. */
export type Manifest = {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  spec?: {
    template?: Pod
    jobTemplate?: { spec: { template: Pod } }
    selector?: Labels & { matchLabels?: Labels }
    podSelector?: { matchLabels: Labels }
    ports?: { name: string; targetPort?: string }[]
    maxReplicas?: number
    strategy?: { rollingUpdate: { maxSurge: number } }
  }
  data?: Record<string, string>
  stringData?: Record<string, string>
}

/** Every object in the manifests, with its file. */
export function readManifests(): Manifest[] {
  return readdirSync(manifestFolder)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(manifestFolder, file), 'utf8')).map((document) => ({
        ...document.toJS(),
        file,
      })),
    )
}
