/**
 * The architecture as checked rules. Each area lists the areas that it may use, as in the graph of
 * ARCHITECTURE.md. A large area has rooms with the same inside as an area, so each rule holds for both.
 * `tests/architecture/boundaries.test.ts` plants a violation of each rule and expects it to be found.
 */
const areas = {
  company: [],
  catalogue: [],
  accounts: ['company'],
  contact: ['accounts', 'company'],
  consultants: ['catalogue', 'accounts'],
  marketing: ['bookings', 'consultants', 'contact', 'catalogue', 'company'],
  purchases: ['notifications', 'catalogue', 'accounts', 'company'],
  payments: ['notifications', 'contact', 'purchases', 'catalogue', 'accounts', 'company'],
  notifications: ['accounts', 'company'],
  conversations: ['notifications', 'contact', 'accounts', 'company'],
  emails: ['purchases', 'accounts', 'company'],
  bookings: ['notifications', 'consultants', 'purchases', 'catalogue', 'accounts', 'company'],
  deliverables: ['notifications', 'consultants', 'purchases', 'catalogue', 'accounts', 'company'],
  portal: [
    'bookings',
    'conversations',
    'deliverables',
    'notifications',
    'consultants',
    'payments',
    'purchases',
    'catalogue',
    'accounts',
    'company',
  ],
  'back-office': [
    'deliverables',
    'bookings',
    'emails',
    'conversations',
    'notifications',
    'contact',
    'consultants',
    'payments',
    'purchases',
    'catalogue',
    'accounts',
    'company',
  ],
}

/** A file of an area, at its root or in one of its rooms. */
const inRooms = (file) => [`^src/features/[^/]+/${file}`, `^src/features/[^/]+/[^/]+/${file}`]
const contracts = inRooms('contract([.]ts|/[a-z-]+[.]ts)$')
const rules = inRooms('rules([.]ts|/[a-z-]+[.]ts)$')
const frontDoor = [...contracts, ...rules, ...inRooms('(server/public[.]ts|web/(public|public-[a-z]+)[.]tsx)$')]

/** Server code: folders of this name, the rooms of the app and the programs. */
const serverSide = [
  '/server/',
  '^src/app/(config|operator|page-server|monitoring|backup|bundling)/',
  '^src/(cli|demo)/',
]

/** A test may import from higher layers, because it runs a use case in the composed server. */
const test = '[.]test[.]tsx?$'

const areaRules = Object.entries(areas).map(([area, mayUse]) => ({
  name: `area-graph:${area}`,
  comment: `${area} may use: ${mayUse.join(', ') || 'no other area'}.`,
  severity: 'error',
  from: { path: `^src/features/${area}/` },
  to: { path: '^src/features/', pathNot: `^src/features/(${[area, ...mayUse].join('|')})/` },
}))

export default {
  forbidden: [
    ...areaRules,
    {
      name: 'area-is-listed',
      comment: 'Add a new area to the graph above first.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: `^src/features/(${Object.keys(areas).join('|')})/` },
      to: {},
    },
    {
      name: 'area-front-door',
      comment:
        'Import from another area only its contract, rules (files or folders), server/public or web/public, or those of one of its rooms. Its other files are private.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: '^src/features/[^/]+/server/tables[.]ts$' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', ...frontDoor] },
    },
    {
      name: 'platform-at-the-bottom',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: test },
      to: { path: '^src/(features|app)/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^src/(features|platform)/', pathNot: test },
      to: { path: '^src/app/' },
    },
    {
      name: 'app-below-demo',
      comment: 'A site that serves customers never loads the demo.',
      severity: 'error',
      from: { path: '^src/(app|features|platform)/', pathNot: test },
      to: { path: '^src/demo/' },
    },
    {
      name: 'cli-at-the-top',
      severity: 'error',
      from: { path: '^src/(demo|app|features|platform)/', pathNot: test },
      to: { path: '^src/cli/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The payment sandbox implements only the wire format. Neither it nor its tests use the product.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(src|tests|scripts|bench)/' },
    },
    {
      name: 'nothing-loads-sandbox',
      severity: 'error',
      comment: 'Only the start of the site loads the sandbox.',
      from: { path: '^src/', pathNot: '^src/app/server/payment-provider[.]ts$' },
      to: { path: '^(packages|node_modules)/stripe-sandbox/' },
    },
    {
      name: 'packages-by-their-exports',
      comment: 'Import only the exports of a package.json. The other files are private.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/', dependencyTypesNot: ['aliased-workspace'] },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/platform/shared/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^src/platform/shared/', '^node_modules/(zod|temporal-polyfill)/'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules never use a clock, a database, a network or a framework.',
      severity: 'error',
      from: { path: rules, pathNot: test },
      to: { pathNot: ['^src/platform/shared/', ...contracts, ...rules] },
    },
    {
      name: 'contract-is-isomorphic',
      severity: 'error',
      from: { path: contracts, pathNot: test },
      to: { pathNot: ['^src/platform/shared/', ...contracts, '^node_modules/zod/'] },
    },
    {
      name: 'browser-never-loads-server',
      severity: 'error',
      from: { path: '/web/', pathNot: '^src/app/web/entry[.]server[.]tsx$' },
      to: { path: [...serverSide, '^(node:)?(fs|path|crypto|http|stream|net|child_process)'] },
    },
    {
      name: 'server-never-loads-browser',
      severity: 'error',
      from: { path: serverSide },
      to: { path: ['/web/', '^node_modules/react'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          ...inRooms('server/(store|[a-z]+-store)[.]ts$'),
          '^src/features/[^/]+/server/tables[.]ts$',
          '^src/platform/server/(audit|email|files|jobs)/(store|[a-z]+-store|tables)[.]ts$',
          '^src/platform/server/db/',
          // Two modules need raw SQL beside their library: the job queue and the rate limits.
          '^src/platform/server/(jobs/jobs|rate-limit/rate-limits)[.]ts$',
          '^src/app/backup/(operator-connection|store|tables)[.]ts$',
        ],
      },
      to: { path: '^node_modules/(kysely|pg|@electric-sql)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stripe-only-at-its-gateway',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/features/payments/stripe/(server|web)/',
          '^src/features/payments/webhooks/server/verify-signature[.]ts$',
          '^src/features/payments/checkout/web/payment-method-form[.]tsx$',
        ],
      },
      to: { path: '^node_modules/(stripe|@stripe)/' },
    },
    {
      // Loaded only if files are kept in a bucket, so that other installations start faster.
      name: 's3-only-at-its-bucket',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/server/files/bucket-storage[.]ts$' },
      to: { path: '^node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'no-circular',
      comment: 'Type-only cycles are refused too, because they couple modules as well.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '[+]types/' } },
  ],
  options: {
    doNotFollow: { path: '^node_modules' },
    // The tool needs TypeScript 6. With version 7, which the type check uses, it finds no modules.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
