/**
 * The architecture, as rules that a machine checks. Each area lists the areas it may use: the list is the graph of
 * ARCHITECTURE.md. `tests/architecture/boundaries.test.ts` plants a violation of each rule and sees it caught.
 */
const areas = {
  company: [],
  catalogue: [],
  accounts: ['company'],
  messages: ['accounts', 'company'],
  consultants: ['catalogue', 'accounts'],
  marketing: ['bookings', 'consultants', 'messages', 'catalogue', 'company'],
  purchases: ['catalogue', 'accounts', 'company'],
  payments: ['purchases', 'catalogue', 'accounts', 'company'],
  notifications: ['accounts', 'company'],
  conversations: ['notifications', 'messages', 'accounts', 'company'],
  mails: ['purchases', 'accounts', 'company'],
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
    'mails',
    'conversations',
    'notifications',
    'messages',
    'consultants',
    'payments',
    'purchases',
    'catalogue',
    'accounts',
    'company',
  ],
}

const frontDoor = '(contract|contract/[a-z-]+|rules|rules/[a-z-]+|server/public|web/public(-(identity|staff))?)[.]tsx?$'

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
      comment: 'A new area is added to the graph above first.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: `^src/features/(${Object.keys(areas).join('|')})/` },
      to: {},
    },
    {
      name: 'area-front-door',
      comment:
        'Another area is entered by contract, rules (files or folders), server/public or web/public. Its other files are private.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: '/server/tables[.]ts$' },
      to: { path: '^src/features/([^/]+)/', pathNot: ['^src/features/$1/', `^src/features/[^/]+/${frontDoor}`] },
    },
    {
      name: 'features-below-app',
      comment: 'Tests may: they run a use case in the composed server.',
      severity: 'error',
      from: { path: '^src/(features|platform)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/app/' },
    },
    {
      name: 'platform-at-the-bottom',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/(features|app)/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The payment sandbox speaks only the wire format; only the start-up launches it.',
      severity: 'error',
      from: { path: '^src/sandbox/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(app|features|platform)/' },
    },
    {
      name: 'nothing-loads-sandbox',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/sandbox/', '^src/app/server/sandbox-provider[.]ts$'] },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/platform/shared/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^src/platform/shared/', '^node_modules/(zod|temporal-polyfill)/'] },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules.ts decides; it never reads a clock, a database, a network or a framework.',
      severity: 'error',
      from: { path: '/rules([.]ts|/(?!.*[.]test).+[.]ts)$' },
      to: { pathNot: ['^src/platform/shared/', '/(contract|rules)([.]ts|/)'] },
    },
    {
      name: 'contract-is-isomorphic',
      severity: 'error',
      from: { path: '/contract([.]ts|/.+[.]ts)$' },
      to: { pathNot: ['^src/platform/shared/', '/contract([.]ts|/.+[.]ts)$', '^node_modules/zod/'] },
    },
    {
      name: 'browser-never-loads-server',
      severity: 'error',
      from: { path: '/web/', pathNot: '^src/app/web/entry[.]server[.]tsx$' },
      to: { path: ['/server/', '^(node:)?(fs|path|crypto|http|stream|net|child_process)'] },
    },
    {
      name: 'server-never-loads-browser',
      severity: 'error',
      from: { path: '/server/' },
      to: { path: ['/web/', '^node_modules/react'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-only-in-stores',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '/server/store[.]ts$',
          '/server/[a-z]+-store[.]ts$',
          '/server/tables[.]ts$',
          '^src/platform/server/files/[a-z]+-store[.]ts$',
          '^src/platform/server/(audit/|db/|files/store[.]ts$|files/tables[.]ts$|mail/|jobs[.]ts$|limits[.]ts$)',
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
          '^src/sandbox/testing/',
          '^src/sandbox/.+[.]test[.]ts$',
          '^src/features/payments/server/[a-z]+-gateway[.]ts$',
          '^src/features/payments/web/([a-z-]+-form[.]tsx|use-stripe-library[.]ts)$',
        ],
      },
      to: { path: '^node_modules/(stripe|@stripe)/' },
    },
    {
      // Loaded only where files are kept in a bucket: nobody else waits for it at the start.
      name: 's3-only-at-its-bucket',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/server/files/open-bucket[.]ts$' },
      to: { path: '^node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '[+]types/' } },
  ],
  options: {
    doNotFollow: { path: '^node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
