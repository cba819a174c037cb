import { buildSite } from '#app/bundling/build-site.ts'
import { addExamples, type DescribeCommand } from './command.ts'

type StartOptions = { demo?: boolean; withoutPages?: boolean }
type BuiltSite = typeof import('./run-site.ts')

export const describeStart: DescribeCommand = (command, { environment }) => {
  command
    .description(
      'Serves the site until a signal ends it. The database is brought to this version, and pages and server are built where their sources have changed since the last build.',
    )
    .option('--demo', 'fill an empty site with people who are made up, which takes about a minute')
    .addOption(command.createOption('--without-pages', 'from the sources, for futureworld dev').hideHelp())
    .action((options: StartOptions) => start(environment, options))
  addExamples(command, {
    examples: ['start', 'start --demo'],
    needs: 'no setting for a look; docs/operations/install.md says what a site with customers needs.',
  })
}

export async function start(
  environment: NodeJS.ProcessEnv,
  { demo: isDemo = false, withoutPages = false }: StartOptions,
) {
  // `futureworld dev` starts the site this way, from its sources instead of a build.
  if (withoutPages) endWithParent()
  const wasBuilt = !withoutPages && (await buildSite())
  const { runSite } = withoutPages ? await import('./run-site.ts') : await loadBuiltSite()
  await runSite({ environment, isDevelopment: withoutPages, wasBuilt, isDemo })
}

/** The build has few files instead of two thousand: docs/decisions/0030. */
function loadBuiltSite(): Promise<BuiltSite> {
  const address = new URL('../../build/site/run-site.js', import.meta.url)
  return import(address.href)
}

/** Stops this process when its parent ends for any reason, because nothing else would. */
function endWithParent() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Without this, a refused start would wait for the channel forever.
  process.channel?.unref()
}

export const describeBuild: DescribeCommand = (command, { print }) => {
  command
    .description(
      'Builds pages and server, for a machine or an image that is to start without what builds them. What was built from these sources stays as it is.',
    )
    .action(async () =>
      print((await buildSite()) ? 'The web pages are built.\n' : 'The web pages were built already.\n'),
    )
  addExamples(command, {
    examples: ['build'],
    needs: 'what npm ci installs for developers; npm prune --omit=dev takes it away again.',
  })
}
