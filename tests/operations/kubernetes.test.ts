import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentNames } from '../support/environment-names.ts'
import { findUnknownFields } from '../support/find-unknown-fields.ts'
import { manifestFolder, type PodSpec, readManifests } from '../support/manifests.ts'

const manifests = readManifests()
const objects = manifests.map(({ file, ...object }) => [`${object.kind} of ${file}`, object] as const)
const pods = manifests.flatMap(({ kind, metadata, spec }) => {
  const pod = spec?.template ?? spec?.jobTemplate?.spec.template
  return pod ? [[`${kind} ${metadata.name}`, pod] as const] : []
})

function the(kind: string, name = 'futureworld') {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
  if (!found) throw new Error(`There is no ${kind} ${name}`)
  return found
}

test.each(objects)('Kubernetes takes the %s: its own schema says so', async (_, object) => {
  const { [object.kind]: Model } = await import(`kubernetes-models/${object.apiVersion}/${object.kind}`)
  expect(() => new Model(object).validate()).not.toThrow()
})

test('no manifest has a field that Kubernetes does not know', () => {
  expect(findUnknownFields(objects.map(([, object]) => object))).toEqual([])
})

test('a field that is misspelled would be found', () => {
  const object = structuredClone(the('PodDisruptionBudget'))
  const misspelled = { ...object, spec: { ...object.spec, maxUnavailible: 1 }, file: undefined }
  expect(findUnknownFields([misspelled]).join()).toContain('maxUnavailible')
})

test('everything is applied by one command, but for the secret and the migration, which come first', () => {
  const { resources, namespace } = parse(readFileSync(join(manifestFolder, 'kustomization.yaml'), 'utf8'))
  const apart = ['kustomization.yaml', 'migration-job.yaml', 'secret.example.yaml']
  expect([...resources, ...apart].sort()).toEqual(readdirSync(manifestFolder).sort())
  const elsewhere = manifests.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== namespace)
  expect(elsewhere).toEqual([])
})

test('what is set is what the site reads, and the template of the secret holds no value', () => {
  const secret = the('Secret').stringData ?? {}
  const names = [...Object.keys(the('ConfigMap').data ?? {}), ...Object.keys(secret)]
  expect(names.filter((name) => !environmentNames.includes(name))).toEqual([])
  expect(Object.values(secret).filter(Boolean)).toEqual([])
})

test.each(pods)('a pod of the %s may do nothing that the restricted standard forbids', (_, { spec }) => {
  expect(spec.automountServiceAccountToken).toBe(false)
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
  expect(spec.securityContext?.seccompProfile).toEqual({ type: 'RuntimeDefault' })
  for (const { securityContext } of spec.containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  }
})

test.each(pods)('a pod of the %s mounts what it has, and runs what is there', (_, { spec }) => {
  expect(mountedIn(spec)).toEqual((spec.volumes ?? []).map(({ name }) => name))
  const programs = spec.containers.flatMap(({ command = [] }) => command.filter((word) => word.endsWith('.ts')))
  expect(programs.filter((path) => !existsSync(path))).toEqual([])
})

test('a process is asked where it says how it is, by the port that the image listens on', () => {
  const [container] = the('Deployment').spec?.template?.spec.containers ?? []
  const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map(
    (name) => container?.[name]?.httpGet,
  )
  expect(probes.map((probe) => probe?.path)).toEqual(['/healthz', '/healthz', '/readyz'])
  const routes = readFileSync('src/app/server/health-routes.ts', 'utf8')
  for (const probe of probes) expect(routes).toContain(`'${probe?.path}'`)
  const [port] = container?.ports ?? []
  expect(probes.map((probe) => probe?.port)).toEqual([port?.name, port?.name, port?.name])
  expect(readFileSync('operations/container/Containerfile', 'utf8')).toContain(`PORT=${port?.containerPort}`)
})

test('services, budget and network policy mean the pods of the site', () => {
  const { labels } = the('Deployment').spec?.template?.metadata ?? { labels: {} }
  expect(labels).toMatchObject(the('Deployment').spec?.selector?.matchLabels ?? {})
  for (const name of ['futureworld', 'futureworld-processes'])
    expect(labels).toMatchObject(the('Service', name).spec?.selector ?? { nobody: '' })
  expect(labels).toMatchObject(the('PodDisruptionBudget').spec?.selector?.matchLabels ?? {})
  expect(labels).toMatchObject(the('NetworkPolicy').spec?.podSelector?.matchLabels ?? {})
  // Nobody stands behind the service that the figures are led to.
  expect(the('Service', 'futureworld-closed').spec?.selector).toBeUndefined()
})

test('as many processes as the autoscaler and an upgrade may start find connections without a pooler', () => {
  const { maxReplicas = Number.NaN } = the('HorizontalPodAutoscaler').spec ?? {}
  const { maxSurge = Number.NaN } = the('Deployment').spec?.strategy?.rollingUpdate ?? {}
  const source = readFileSync('src/platform/server/db/open-database.ts', 'utf8')
  // And one that listens.
  const ofAProcess = Number(/max = (\d+)/.exec(source)?.[1]) + 1
  expect((maxReplicas + maxSurge) * ofAProcess).toBeLessThanOrEqual(CONNECTIONS - KEPT_FREE)
})

/** Of PostgreSQL as it comes: 100, of which 3 are its own. */
const CONNECTIONS = 97
/** For backups, commands and people: docs/operations/capacity.md. */
const KEPT_FREE = 10

test('the example of Prometheus asks each pod with a token, by the name that the alerts know', () => {
  const { scrape_configs: jobs } = parse(readFileSync('operations/prometheus/kubernetes.yml', 'utf8'))
  expect(jobs).toHaveLength(1)
  const [{ job_name: name, authorization, dns_sd_configs: found }] = jobs
  expect([name, authorization.credentials_file]).toEqual(['futureworld', expect.stringMatching(/^\//)])
  const { metadata, spec } = the('Service', 'futureworld-processes')
  const [container] = the('Deployment').spec?.template?.spec.containers ?? []
  expect(found).toMatchObject([
    {
      names: [`${metadata.name}.${metadata.namespace}.svc.cluster.local`],
      type: 'A',
      port: container?.ports?.[0]?.containerPort,
    },
  ])
  // A name for each pod, and not one for all; a process without its database is to be heard.
  expect(spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
})

test('nobody is told to ask a pod for figures without the token', () => {
  const annotations = pods.flatMap(([, { metadata }]) => Object.keys(metadata.annotations ?? {}))
  expect(annotations.filter((name) => name.startsWith('prometheus.io/'))).toEqual([])
})

function mountedIn({ containers }: PodSpec): string[] {
  return containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name))
}
