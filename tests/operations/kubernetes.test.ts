import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentNames } from '../support/app/environment-names.ts'
import { findUnknownFields } from '../support/site/find-unknown-fields.ts'
import { manifestFolder, type PodSpec, readManifests } from '../support/site/manifests.ts'

const manifests = readManifests()
const objects = manifests.map(({ file, ...object }) => [`${object.kind} of ${file}`, object] as const)
const pods = manifests.flatMap(({ kind, metadata, spec }) => {
  const pod = spec?.template ?? spec?.jobTemplate?.spec.template
  return pod ? [[`${kind} ${metadata.name}`, pod] as const] : []
})

function getManifest(kind: string, name = 'futureworld') {
  const match = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
  if (!match) throw new Error(`There is no ${kind} ${name}`)
  return match
}

test.each(objects)('the %s matches the Kubernetes schema', async (_, object) => {
  const { [object.kind]: Model } = await import(`kubernetes-models/${object.apiVersion}/${object.kind}`)
  expect(() => new Model(object).validate()).not.toThrow()
})

test('no manifest has an unknown field', () => {
  expect(findUnknownFields(objects.map(([, object]) => object))).toEqual([])
})

test('a misspelt field is detected', () => {
  const object = structuredClone(getManifest('PodDisruptionBudget'))
  const misspelled = { ...object, spec: { ...object.spec, maxUnavailible: 1 }, file: undefined }
  expect(findUnknownFields([misspelled]).join()).toContain('maxUnavailible')
})

test('one command applies everything except the secret and the migration', () => {
  const { resources, namespace } = parse(readFileSync(join(manifestFolder, 'kustomization.yaml'), 'utf8'))
  const appliedSeparately = ['kustomization.yaml', 'migration-job.yaml', 'secret.example.yaml']
  expect([...resources, ...appliedSeparately].sort()).toEqual(readdirSync(manifestFolder).sort())
  const otherNamespace = manifests.filter(
    ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== namespace,
  )
  expect(otherNamespace).toEqual([])
})

test("only settings that exist are set, and the secret's template contains no values", () => {
  const secret = getManifest('Secret').stringData ?? {}
  const names = [...Object.keys(getManifest('ConfigMap').data ?? {}), ...Object.keys(secret)]
  expect(names.filter((name) => !environmentNames.includes(name))).toEqual([])
  expect(Object.values(secret).filter(Boolean)).toEqual([])
})

test.each(pods)('a pod of the %s meets the restricted security standard', (_, { spec }) => {
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

test.each(pods)('a pod of the %s mounts all its volumes and runs programs that exist', (_, { spec }) => {
  expect(listMounts(spec)).toEqual((spec.volumes ?? []).map(({ name }) => name))
  const programs = spec.containers.flatMap(({ command = [] }) => command.filter((word) => word.endsWith('.mjs')))
  expect(programs.filter((path) => !existsSync(path))).toEqual([])
})

test("the probes use routes that exist and the image's port", () => {
  const [container] = getManifest('Deployment').spec?.template?.spec.containers ?? []
  const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map(
    (name) => container?.[name]?.httpGet,
  )
  expect(probes.map((probe) => probe?.path)).toEqual(['/healthz', '/healthz', '/readyz'])
  const routes = readFileSync('src/app/monitoring/health-routes.ts', 'utf8')
  for (const probe of probes) expect(routes).toContain(`'${probe?.path}'`)
  const [port] = container?.ports ?? []
  expect(probes.map((probe) => probe?.port)).toEqual([port?.name, port?.name, port?.name])
  expect(readFileSync('operations/container/Containerfile', 'utf8')).toContain(`PORT=${port?.containerPort}`)
})

test("the services, the disruption budget and the network policy select the site's pods", () => {
  const { labels } = getManifest('Deployment').spec?.template?.metadata ?? { labels: {} }
  expect(labels).toMatchObject(getManifest('Deployment').spec?.selector?.matchLabels ?? {})
  for (const name of ['futureworld', 'futureworld-processes'])
    expect(labels).toMatchObject(getManifest('Service', name).spec?.selector ?? { nobody: '' })
  expect(labels).toMatchObject(getManifest('PodDisruptionBudget').spec?.selector?.matchLabels ?? {})
  expect(labels).toMatchObject(getManifest('NetworkPolicy').spec?.podSelector?.matchLabels ?? {})
  // The service for blocked paths has no pods.
  expect(getManifest('Service', 'futureworld-closed').spec?.selector).toBeUndefined()
})

test('without a pooler, the most pods that can run during an upgrade stay within the connection limit', () => {
  const { maxReplicas = Number.NaN } = getManifest('HorizontalPodAutoscaler').spec ?? {}
  const { maxSurge = Number.NaN } = getManifest('Deployment').spec?.strategy?.rollingUpdate ?? {}
  const source = readFileSync('src/platform/server/db/open-database.ts', 'utf8')
  // One more connection listens for notifications.
  const perProcess = Number(/max = (\d+)/.exec(source)?.[1]) + 1
  expect((maxReplicas + maxSurge) * perProcess).toBeLessThanOrEqual(CONNECTIONS - KEPT_FREE)
})

/** PostgreSQL allows 100 by default and reserves 3 of them. */
const CONNECTIONS = 97
/** Connections left for backups, commands and people: docs/operations/capacity.md. */
const KEPT_FREE = 10

test('the Prometheus example scrapes each pod with a token, under the job name that the alerts use', () => {
  const { scrape_configs: jobs } = parse(readFileSync('operations/prometheus/kubernetes.yml', 'utf8'))
  expect(jobs).toHaveLength(1)
  const [{ job_name: name, authorization, dns_sd_configs: discovery }] = jobs
  expect([name, authorization.credentials_file]).toEqual(['futureworld', expect.stringMatching(/^\//)])
  const { metadata, spec } = getManifest('Service', 'futureworld-processes')
  const [container] = getManifest('Deployment').spec?.template?.spec.containers ?? []
  expect(discovery).toMatchObject([
    {
      names: [`${metadata.name}.${metadata.namespace}.svc.cluster.local`],
      type: 'A',
      port: container?.ports?.[0]?.containerPort,
    },
  ])
  // Prometheus needs one address per pod, and must scrape a process that has lost its database too.
  expect(spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
})

test('no annotation tells Prometheus to scrape pods without the token', () => {
  const annotations = pods.flatMap(([, { metadata }]) => Object.keys(metadata.annotations ?? {}))
  expect(annotations.filter((name) => name.startsWith('prometheus.io/'))).toEqual([])
})

function listMounts({ containers }: PodSpec): string[] {
  return containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name))
}
